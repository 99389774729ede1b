/** Cheap first look, so that the words of most names are never taken apart. */
const hint = /pass|pwd|secret|credential|token|key|auth|cookie|jwt|bearer|conn/i;

const secretWords = new Set(
  'password passwords passwd passphrase passphrases passcode pwd secret secrets credential credentials apikey apikeys'.split(
    ' ',
  ),
);
/** Secret only as the last word, or before a word that says which one: `token_count` is no token. */
const secretEndings = new Set('token jwt bearer authorization cookie cookies auth'.split(' '));
const whichOne = /^(?:value|raw|base64|b64|hash|old|new|prod|production|dev|staging|test|[0-9]+)$/;
const secretPairs =
  /(?:^| )(?:(?:api|access|secret|private|signing|encryption|account|auth|master|shared|service|session|storage|deploy) keys?|(?:api|access|auth|refresh|bearer|session) tokens|conn(?:ection)? str(?:ing)?s?|(?:db|database|mysql|postgres|pg|redis|mongo|smtp|imap|mail|email|ftp|ldap|user|admin|root|http|proxy|login|key|cert|keystore|auth|api|become|sudo|ssh|vault|wifi|bind|master|zip) pass)(?: |$)/;
const runTogether =
  /(?:password|passwd|passphrase|secret|apikey|(?:auth|access|refresh|session|bearer|api)token|(?:private|secret|access|account|signing|encryption)key|connectionstring)$/;

/** `password_file` names a place and `token_limit` a number: the last word says it is no secret itself. */
const harmlessEndings = new Set(
  'count counts limit limits budget length len size type types name names ttl expiry expires expiration expired at in url uri endpoint path file files dir policy min max usage used cost rate index required enabled present ref refs field fields header headers parser manager provider store validator version format prompt hint label title id ids estimate reset strength rules'.split(
    ' ',
  ),
);
/** Tokens of a text, of a page or of a protocol's bookkeeping. */
const harmlessTokens = new Set(
  'max min num total input output cached prompt completion reasoning progress cancel cancellation page next continuation cursor stop start end eos bos pad unk mask special unexpected per each syntax parse first last'.split(
    ' ',
  ),
);

function wordsOf(name: string): string[] {
  return name
    .slice(-96)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Whether the name of a key, header, variable or flag says that its value is a secret. */
export function isSecretName(name: string): boolean {
  if (!hint.test(name)) return false;
  const words = wordsOf(name);
  while (words.length > 1 && whichOne.test(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  if (harmlessEndings.has(last)) return false;
  if (last === 'token' && harmlessTokens.has(words.at(-2) ?? '')) return false;
  return (
    secretEndings.has(last) ||
    (last === 'pass' && words.length === 1) ||
    runTogether.test(last) ||
    words.some((word) => secretWords.has(word)) ||
    secretPairs.test(words.join(' '))
  );
}

/** Names that are also everyday words of parsers and settings: only a value that looks random is taken for a secret. */
export function isAmbiguousName(name: string): boolean {
  const words = wordsOf(name);
  return words.length === 1 && /^(?:token|auth|bearer|cookie|pwd|pass)$/.test(words[0] ?? '');
}
