/** One line of a run's story, and how it is meant; how that looks is for the view to decide. */
export interface StoryLine {
  readonly tone: 'title' | 'good' | 'bad' | 'warn' | 'text' | 'faint';
  readonly text: string;
  readonly strong?: boolean;
}

const toned =
  (tone: StoryLine['tone']) =>
  (line: string): StoryLine => ({ tone, text: line });

export const title = toned('title');
export const good = toned('good');
export const bad = toned('bad');
export const warn = toned('warn');
export const text = toned('text');
export const faint = toned('faint');
