/** A time as Python's `isoformat` writes it: six digits of a second or none, and never a Z. */
export function pythonTime(time: Date): string {
  const [seconds = '', fraction = ''] = time.toISOString().slice(0, -1).split('.');
  return fraction === '000' ? `${seconds}+00:00` : `${seconds}.${fraction}000+00:00`;
}
