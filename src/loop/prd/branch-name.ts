/** Why git would refuse a branch of this name; the rules of git-check-ref-format. */
export function branchNameFault(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name === '@' || name === 'HEAD') return `"${name}" has a meaning of its own in git`;
  if (name.length > 200) return 'it is longer than 200 characters';
  // By code point, because a pattern with control characters in it is unreadable.
  if ([...name].some((char) => (char.codePointAt(0) ?? 0) < 0x20 || char === '\x7f')) {
    return 'it holds a control character';
  }
  const forbidden = /[\s~^:?*[\\]/.exec(name)?.[0];
  if (forbidden !== undefined) return `it holds ${forbidden === ' ' ? 'a space' : forbidden}`;
  if (name.startsWith('-')) return 'it begins with -';
  if (name.startsWith('/') || name.endsWith('/')) return 'it begins or ends with /';
  if (name.includes('//')) return 'it holds //';
  if (name.includes('..')) return 'it holds ..';
  if (name.includes('@{')) return 'it holds @{';
  if (name.endsWith('.')) return 'it ends with a dot';
  const parts = name.split('/');
  if (parts.some((part) => part.startsWith('.'))) return 'a part of it begins with a dot';
  if (parts.some((part) => part.endsWith('.lock'))) return 'a part of it ends with .lock';
  return undefined;
}
