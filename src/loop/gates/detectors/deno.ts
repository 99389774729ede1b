import { parse } from 'jsonc-parser';
import { firstOf, type GateDetector } from '../detected-gate.ts';

export const deno: GateDetector = {
  ecosystem: 'deno',
  explicit: true,
  detect(files) {
    const file = firstOf(files, 'deno.json', 'deno.jsonc');
    if (!file) return [];
    const config: unknown = parse(files.text(file) ?? '');
    const tasks =
      typeof config === 'object' && config !== null && 'tasks' in config ? config.tasks : {};
    const has = (name: string) =>
      typeof tasks === 'object' && tasks !== null && Object.hasOwn(tasks, name);
    const gate = (name: string, run: string) => ({ name, run, detected_from: file });
    return [
      gate('test', has('test') ? 'deno task test' : 'deno test'),
      gate('lint', has('lint') ? 'deno task lint' : 'deno lint'),
      ...(has('build') ? [gate('build', 'deno task build')] : []),
    ];
  },
};
