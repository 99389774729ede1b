import type { Spend } from '../run.ts';

/** `12 s`, `4 m 05 s`, `1 h 02 m`; below ten seconds with a tenth. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} m ${two(whole % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} m`;
}

/** In whole seconds, for a number that is watched as it changes. */
export function tickText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : durationText(seconds * 1000);
}

/** `0:04:12`, for a clock that is watched. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value % 60).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
}

export function tokensText(tokens: number): string {
  const text =
    tokens < 1_000
      ? String(tokens)
      : tokens < 999_950
        ? `${(tokens / 1_000).toFixed(1)}k`
        : `${(tokens / 1_000_000).toFixed(2)}M`;
  return `${text} ${tokens === 1 ? 'token' : 'tokens'}`;
}

/** Fractions of a cent count while a run is young. */
export function costText(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

/** Nothing when nothing was reported. */
export function spendText({ input_tokens, output_tokens, cost_usd }: Spend): string | undefined {
  const tokens = input_tokens + output_tokens;
  const parts = [
    ...(tokens > 0 ? [tokensText(tokens)] : []),
    ...(cost_usd === null ? [] : [costText(cost_usd)]),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A moment for people everywhere: a run is often watched from another time zone than its machine's. */
export function momentText(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const text = time.toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;
}

/** The same without its seconds, where a line has to hold much else. */
export function minuteText(iso: string): string {
  return momentText(iso).replace(/:\d\d UTC$/, ' UTC');
}

export function iterationsText(done: number, most: number): string {
  return `${done}/${most}`;
}

/** Every limit of a run. */
export function budgetsText(budgets: Readonly<Record<string, number | undefined>>): string {
  const words: Readonly<Record<string, string>> = {
    idle_minutes: 'minutes of silence',
    cost_usd: 'US dollars',
    stall: 'iterations without progress',
  };
  return Object.entries(budgets)
    .filter(([, most]) => most !== undefined)
    .map(([name, most]) => {
      const unit = words[name] ?? name;
      return `${most} ${most === 1 ? unit.replace(/s\b/, '') : unit}`;
    })
    .join(', ');
}
