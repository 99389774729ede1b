import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const agent = `cat > prompt-seen.txt
echo "worked" >> notes.txt
echo "one more line, and more to do"
`;
const loop = `i=0
while [ "$i" -lt "$1" ]; do
  sh agent.sh < scripts/ralph/prompt.md >> loop.log 2>&1
  i=$((i + 1))
done
`;

/** A committed repository of many small files, with an agent that changes one file per launch. */
export function makeRepository(folder, files, { memory = false } = {}) {
  const write = (name, text) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (let at = 0; at < files; at++) {
    write(`src/part-${at % 40}/module-${at}.js`, `export const value${at} = ${at};\n`.repeat(20));
  }
  write('agent.sh', agent);
  write('loop.sh', loop);
  write('.gitignore', '.ralph/\n.agent/\nprompt-seen.txt\nloop.log\n');
  write('scripts/ralph/prompt.md', 'Add one line to notes.txt.\n');
  write(
    'ralph.yaml',
    `gates: []\nbudgets: { stall: 1000 }\nrun: { sleep_seconds: 0 }\nagents: { default: custom }\nlearning: { enabled: ${memory} }\n`,
  );
  const git = (...args) =>
    execFileSync(
      'git',
      ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', '-c', 'gc.auto=0', ...args],
      { cwd: folder, stdio: 'ignore' },
    );
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'start');
}
