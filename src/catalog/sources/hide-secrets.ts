import { reference } from '../../base/env-reference.ts';
import { isSecretName } from '../../base/redaction/names.ts';
import { redactText } from '../../base/redaction.ts';
import { variableName } from './foreign-references.ts';

/** A secret that was written out, and the variable that now stands for it. */
export interface HiddenSecret {
  readonly variable: string;
  readonly value: string;
  /** Where it stood: `env GITHUB_TOKEN`, `header Authorization`. */
  readonly where: string;
}

export interface SecretBearing {
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const holdsReference = /\$\{env:/;
const secretHeader = /^(authorization|proxy-authorization|cookie|x-api-key|api-key)$/i;
const scheme = /^(Bearer|Basic|Token|ApiKey|Key) +(?=\S)/i;

/** The same with every literal secret replaced by a reference. Nothing that holds one may be stored. */
export function hideSecrets<Entry extends SecretBearing>(
  server: string,
  entry: Entry,
): { readonly entry: Entry; readonly hidden: readonly HiddenSecret[] } {
  const hidden: HiddenSecret[] = [];
  const hide = (variable: string, value: string, where: string): string => {
    hidden.push({ variable, value, where });
    return reference(variable);
  };
  const isSecret = (name: string, value: string) =>
    value !== '' &&
    !holdsReference.test(value) &&
    (isSecretName(name) || redactText(value) !== value);

  const env = mapValues(entry.env, (name, value) =>
    isSecret(name, value) ? hide(name, value, `env ${name}`) : value,
  );
  const headers = mapValues(entry.headers, (name, value) => {
    const bare = value.replace(scheme, '');
    if (!isSecret(secretHeader.test(name) ? 'secret' : name, bare)) return value;
    const variable = variableName(server, secretHeader.test(name) ? 'token' : name);
    return value.slice(0, value.length - bare.length) + hide(variable, bare, `header ${name}`);
  });
  const args = entry.args?.map((arg, index, all) => {
    const [, flag = '', value = ''] = /^(--?[\w-]+)=(.+)$/s.exec(arg) ?? [];
    if (isSecret(flag, value))
      return `${flag}=${hide(variableName(server, flag), value, `argument ${flag}`)}`;
    const before = all[index - 1] ?? '';
    if (/^--?[\w-]+$/.test(before) && !arg.startsWith('-') && isSecret(before, arg))
      return hide(variableName(server, before), arg, `argument ${before}`);
    return isSecret('', arg) && flag === ''
      ? hide(variableName(server, 'argument', String(index + 1)), arg, `argument ${index + 1}`)
      : arg;
  });
  const url = entry.url
    ?.replace(/(?<=^https?:\/\/)[^/@\s]+(?=@)/, (login) =>
      holdsReference.test(login) ? login : hide(variableName(server, 'login'), login, 'url'),
    )
    .replace(/(?<=[?&])([^=&#]+)=([^&#]*)/g, (whole, name: string, value: string) =>
      isSecret(name, value)
        ? `${name}=${hide(variableName(server, name), value, `url parameter ${name}`)}`
        : whole,
    );
  const changed = Object.fromEntries(
    Object.entries({ env, headers, args, url }).filter(([, value]) => value !== undefined),
  );
  return { entry: { ...entry, ...changed }, hidden };
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
