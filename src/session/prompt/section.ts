import type { PromptFacts } from './facts.ts';

export const sectionNames = [
  'instructions',
  'project_context',
  'metadata',
  'discipline_persona',
  'codebase_state',
  'discipline_listing',
  'feature_listing',
  'feature_context',
  'feature_files',
  'feature_state',
  'task_listing',
  'state_files',
  'dependency_context',
  'previous_attempts',
  'task_details',
  'task_files',
  'user_input',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** A part of a prompt: a function of the facts, with the tokens it may take. */
export interface Section {
  readonly title: string;
  readonly maxTokens: number;
  /** The text under the title, or nothing when there is nothing to say. */
  render(facts: PromptFacts): string | undefined;
}

/** One thing to tell the agent, in the best wording that the tools of the session allow. */
export type Advice = readonly { readonly needs: readonly string[]; readonly text: string }[];

/** The first wording of each whose tools are all on; advice without any is left out. */
export function spoken(advice: readonly Advice[], enabled: ReadonlySet<string>): string[] {
  return advice.flatMap(
    (wordings) =>
      wordings.find(({ needs }) => needs.every((tool) => enabled.has(tool)))?.text ?? [],
  );
}

/** Text that came from somewhere else: shown as data, so that instructions inside it are not taken for ours. */
export function quoted(source: string, text: string): string {
  const safe = text.replaceAll(/<(\/?)quoted/gi, '‹$1quoted');
  return `<quoted from="${source.replaceAll('"', "'")}">\n${safe.trim()}\n</quoted>`;
}

export function bullets(lines: readonly string[]): string | undefined {
  return lines.length > 0 ? lines.map((line) => `- ${line}`).join('\n') : undefined;
}

export function age(since: string, now: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(now) - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 2_880) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 1_440)} days ago`;
}
