import { UserError } from '../../base/errors.ts';

/** Names for commands that were given without one, so that reports and `ralph.yaml` can speak of them. */
export function nameGates(commands: readonly string[]): { name: string; run: string }[] {
  const taken = new Set<string>();
  return commands.map((run) => {
    if (run.trim() === '') {
      throw new UserError('A gate is an empty command.', {
        hint: 'Give a command that exits with 0 when the work is sound: --gate "npm test".',
        exitCode: 2,
      });
    }
    const base = gateName(run);
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
    taken.add(name);
    return { name, run };
  });
}

function gateName(command: string): string {
  const word = /\b(test|lint|typecheck|build)s?\b/i.exec(command)?.[1];
  if (word) return word.toLowerCase();
  const slug = command
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 30);
  return slug || 'gate';
}
