/** What the simulated agent takes from its prompt. */
export interface PromptContent {
  readonly iteration: number;
  /** Everything but the recalled notes. */
  readonly task: string;
  readonly recalled: readonly RecalledNote[];
  readonly tokens: number;
}

export interface RecalledNote {
  readonly id: string;
  readonly text: string;
}

/** Four characters make a token, near enough for a simulation and the same everywhere. */
export function roughTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export function readPrompt(prompt: string): PromptContent {
  const recalled: RecalledNote[] = [];
  const task: string[] = [];
  let note: { id: string; lines: string[] } | undefined;
  const close = () => {
    if (note) recalled.push({ id: note.id, text: note.lines.join('\n') });
    note = undefined;
  };
  for (const line of prompt.split('\n')) {
    const id = /^### \[[A-Z]+\] (\S+)/.exec(line)?.[1];
    if (id !== undefined || /^##? /.test(line)) close();
    if (id !== undefined) note = { id, lines: [] };
    else if (note) note.lines.push(line.replace(/^\| ?/, ''));
    else task.push(line);
  }
  close();
  const iteration = Number(/^This is iteration (\d+) of/m.exec(prompt)?.[1] ?? 1);
  return { iteration, task: task.join('\n'), recalled, tokens: roughTokens(prompt) };
}

export interface Saying {
  readonly value: string;
  /** What follows on the line. */
  readonly after: string;
}

/** What a text says about a setting, wherever `key = value` stands in it. */
export function sayingsAbout(key: string, text: string): Saying[] {
  const name = key.replace(/[.]/g, '\\.');
  const pattern = new RegExp(
    `(?<![\\w.-])${name}\\s*=\\s*("[^"\\n]*"|[\\w./:+-]*\\w)(?=([^\\n]*))`,
    'g',
  );
  return [...text.matchAll(pattern)].map(([, value = '', after = '']) => ({ value, after }));
}

/** Whether it says that the value was tried in vain in this file. */
export function saysInVain({ after }: Saying, file: string): boolean {
  const [clause = ''] = after.split(/(?<=did not help)/);
  return clause.includes(` in ${file} `) && clause.endsWith('did not help');
}

export interface Setting {
  readonly value: string;
  /** What the comment behind it lists; empty where it lists nothing. */
  readonly choices: readonly string[];
}

/** A line `key = value # one | two | three` of a settings file. */
export function readSetting(text: string, key: string): Setting | undefined {
  for (const line of text.split('\n')) {
    const [, name, value, comment] = /^([\w.-]+) = ("[^"]*"|\S+)\s*(?:#\s*(.*))?$/.exec(line) ?? [];
    if (name !== key || value === undefined) continue;
    const listed = (comment ?? '').split('|').map((choice) => choice.trim());
    const quote = value.startsWith('"') ? '"' : '';
    return {
      value,
      choices: listed.length < 2 ? [] : listed.map((choice) => `${quote}${choice}${quote}`),
    };
  }
  return undefined;
}

export function withSetting(text: string | undefined, key: string, value: string): string {
  const lines = (text ?? '').split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${key} = `));
  if (at === -1) {
    const before = text === undefined || text === '' ? '' : text.replace(/\n?$/, '\n');
    return `${before}${key} = ${value}\n`;
  }
  lines[at] = (lines[at] ?? '').replace(/^([\w.-]+ = )("[^"]*"|\S+)/, (_, head) => head + value);
  return lines.join('\n');
}

export interface Failure {
  readonly title: string;
  readonly file: string;
  readonly key: string;
}

/** What the check found wrong, in its own order. */
export function readFailures(output: string): Failure[] {
  return [...output.matchAll(/^not ok \d+ - (.*) \((\S+): ([\w.-]+)\)$/gm)].map(
    ([, title = '', file = '', key = '']) => ({ title, file, key }),
  );
}
