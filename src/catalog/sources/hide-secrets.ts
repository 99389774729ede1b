import { reference } from '../../base/env-reference.ts';
import { isSecretName } from '../../base/redaction/names.ts';
import { redactText } from '../../base/redaction.ts';
import { variableName } from './foreign-references.ts';
import { looksRandom } from './looks-random.ts';

/** A secret that was written out, and the variable that now stands for it. */
export interface HiddenSecret {
  readonly variable: string;
  readonly value: string;
  /** Where it stood: `env GITHUB_TOKEN`, `header Authorization`. */
  readonly where: string;
}

export interface SecretBearing {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Variables that stand for something already, by what they stand for: two secrets must not share one. */
export type TakenVariables = Map<string, string>;

const holdsReference = /\$\{env:/;
const secretHeader = /^(authorization|proxy-authorization|cookie|x-api-key|api-key)$/i;
const scheme = /^(Bearer|Basic|Token|ApiKey|Key) +(?=\S)/i;
/** Everyday words elsewhere; as the end of a variable or header they name what one has to have. */
const secretEnding = /(?:^|[_-])(?:key|pat|creds?|pw)$|pass$/i;
const isSwitch = /^(?:true|false|yes|no|on|off|\d{1,4})$/i;

/** The same with every literal secret replaced by a reference. Nothing that holds one may be stored. */
export function hideSecrets<Entry extends SecretBearing>(
  server: string,
  entry: Entry,
  taken: TakenVariables = new Map(),
): { readonly entry: Entry; readonly hidden: readonly HiddenSecret[] } {
  const hidden: HiddenSecret[] = [];
  const hide = (wanted: string, value: string, where: string): string => {
    const variable = freeVariable(server, wanted, value, taken);
    taken.set(variable, value);
    hidden.push({ variable, value, where });
    return reference(variable);
  };
  const isSecret = (name: string, value: string) =>
    value !== '' &&
    !holdsReference.test(value) &&
    (isSecretName(name) || redactText(value) !== value);
  const isNamedSecret = (name: string, value: string) =>
    isSecret(name, value) ||
    (secretEnding.test(name) &&
      value !== '' &&
      !isSwitch.test(value) &&
      !holdsReference.test(value));

  const command =
    entry.command !== undefined && isSecret('', entry.command)
      ? hide(variableName(server, 'command'), entry.command, 'command')
      : entry.command;
  const env = mapValues(entry.env, (name, value) =>
    isNamedSecret(name, value) ? hide(name, value, `env ${name}`) : value,
  );
  const headers = mapValues(entry.headers, (name, value) => {
    const bare = value.replace(scheme, '');
    const known = secretHeader.test(name);
    if (!isNamedSecret(known ? 'secret' : name, bare) && !looksRandom(bare)) return value;
    const variable = variableName(server, known ? 'token' : name);
    return value.slice(0, value.length - bare.length) + hide(variable, bare, `header ${name}`);
  });
  const args = entry.args?.map((arg, index, all) => {
    const [, flag = '', value = ''] = /^(--?[\w-]+)=(.+)$/s.exec(arg) ?? [];
    if (isNamedSecret(flag, value))
      return `${flag}=${hide(variableName(server, flag), value, `argument ${flag}`)}`;
    const before = all[index - 1] ?? '';
    if (/^--?[\w-]+$/.test(before) && !arg.startsWith('-') && isNamedSecret(before, arg))
      return hide(variableName(server, before), arg, `argument ${before}`);
    return (isSecret('', arg) || looksRandom(arg)) && flag === ''
      ? hide(variableName(server, 'argument', String(index + 1)), arg, `argument ${index + 1}`)
      : arg;
  });
  const url = entry.url
    ?.replace(/(?<=^https?:\/\/)[^/@\s]+(?=@)/, (login) =>
      holdsReference.test(login) ? login : hide(variableName(server, 'login'), login, 'url'),
    )
    .replace(/(?<=[?&#])([^=&#]+)=([^&#]*)/g, (whole, name: string, value: string) =>
      isNamedSecret(name, value) || looksRandom(value)
        ? `${name}=${hide(variableName(server, name), value, `url parameter ${name}`)}`
        : whole,
    )
    // Some services take the address itself for the key.
    .replace(/(?<=[^/:]\/)[^/?#]+/g, (segment) =>
      looksRandom(segment) ? hide(variableName(server, 'url_key'), segment, 'url') : segment,
    );
  const changed = Object.fromEntries(
    Object.entries({ command, env, headers, args, url }).filter(([, value]) => value !== undefined),
  );
  return { entry: { ...entry, ...changed }, hidden };
}

/** The wanted one, or one with the server's name or a number where that stands for something else. */
function freeVariable(
  server: string,
  wanted: string,
  value: string,
  taken: TakenVariables,
): string {
  const isFree = (name: string) => (taken.get(name) ?? value) === value;
  const prefix = variableName(server);
  const own = wanted.startsWith(`${prefix}_`) ? wanted : `${prefix}_${wanted}`;
  if (isFree(wanted)) return wanted;
  for (let n = 1; ; n++) {
    const name = n === 1 ? own : `${own}_${n}`;
    if (isFree(name)) return name;
  }
}

function mapValues(
  values: Readonly<Record<string, string>> | undefined,
  change: (name: string, value: string) => string,
): Record<string, string> | undefined {
  return (
    values &&
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(name, value)]))
  );
}
