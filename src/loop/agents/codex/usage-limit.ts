const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Whether this is how Codex says that a plan's allowance is used up, and when it starts anew. Codex writes that time
 * for people, in local time: "try again at 3:05 PM." or "try again at Nov 17th, 2026 3:05 PM."
 */
export function usageLimit(
  message: string,
  now: Date,
): { readonly resetsAt: string | undefined } | undefined {
  if (!/^You['’]ve hit your usage limit/.test(message)) return undefined;
  const time =
    /try again at (?:(?<month>[A-Z][a-z]{2}) (?<day>\d{1,2})(?:st|nd|rd|th), (?<year>\d{4}) )?(?<hour>\d{1,2}):(?<minute>\d{2}) (?<half>[AP])M/i.exec(
      message,
    )?.groups;
  if (!time) return { resetsAt: undefined };
  const hour = (Number(time.hour) % 12) + (time.half?.toUpperCase() === 'P' ? 12 : 0);
  const minute = Number(time.minute);
  const month = months.indexOf(time.month ?? '');
  const at =
    month < 0
      ? new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute)
      : new Date(Number(time.year), month, Number(time.day), hour, minute);
  return { resetsAt: at.toISOString() };
}
