/** The parts of a URI that fill `{name}` places; nothing else of RFC 6570 is needed here. */
export type UriVariables = Readonly<Record<string, string>>;

/**
 * A matcher for `ralph://tasks/{id}`: a variable is one path segment, decoded once. Anything that could be
 * read as a path or a line (a slash, a backslash, `..`, a control character) does not match, so that no reader has to care.
 */
export function uriMatcher(template: string): (uri: string) => UriVariables | undefined {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[a-z_]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(part.slice(1, -1));
      return '([^/?#]+)';
    })
    .join('');
  const expression = new RegExp(`^${pattern}$`);
  return (uri) => {
    const match = expression.exec(uri);
    if (!match) return undefined;
    const variables: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = decodeSegment(match[index + 1] ?? '');
      if (value === undefined) return undefined;
      variables[name] = value;
    }
    return variables;
  };
}

function decodeSegment(segment: string): string | undefined {
  let value: string;
  try {
    value = decodeURIComponent(segment);
  } catch {
    return undefined;
  }
  return value === '.' || value === '..' || /[/\\\p{Cc}]/u.test(value) ? undefined : value;
}
