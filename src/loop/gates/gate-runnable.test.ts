import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeProgram, temporaryFolder } from '../testing/temporary-folder.ts';
import { gateObstacle } from './gate-runnable.ts';

const bin = temporaryFolder();
for (const name of ['npm', 'pnpm', 'yarn', 'bun', 'make', 'pytest', 'bash', 'node'])
  fakeProgram(bin, name);
const root = temporaryFolder({
  'package.json': '{"scripts":{"test":"jest","lint":"eslint ."}}',
  Makefile: '.PHONY: check\ncheck:\n\techo\n',
  'web/package.json': '{"scripts":{"build":"vite build"}}',
  'open/Makefile': 'include rules.mk\ncheck:\n',
  'broken/package.json': '{',
  'empty/': '',
});
fakeProgram(path.join(root, 'scripts'), 'verify.sh');
fakeProgram(path.join(root, 'node_modules/.bin'), 'jest');

const obstacle = async (run: string) => {
  const found = await gateObstacle(run, { root, env: { PATH: bin } });
  return found && `${found.message}\n→ ${found.fix}`;
};

describe('gateObstacle', () => {
  it.each([
    'npm test',
    'npm run lint',
    'npm run lint -- --fix',
    'npm --prefix web run build',
    'npm ci && npm test',
    'pnpm run lint',
    'pnpm eslint',
    'yarn test',
    'yarn tsc',
    'bun test',
    'bun run test',
    'make check',
    'make -j2 other',
    'make CC=clang check',
    'make',
    'cd web && npm run build',
    'cd open && make anything',
    'cd broken && npm test',
    'pytest -q',
    'jest --ci',
    './scripts/verify.sh',
    'CI=1 scripts/verify.sh',
    '$TOOL --check',
    'if true; then exit 0; fi',
    'no-such-tool || pytest',
    'PATH=./bin:$PATH no-such-tool',
    'export PATH=$PWD/bin; no-such-tool',
    'bash scripts/verify.sh',
    'bash -c "no-such-tool"',
    'node --test missing.js',
  ])('has nothing against %s', async (run) => {
    expect(await obstacle(run)).toBeUndefined();
  });

  it('a program that is not there', async () => {
    expect(await obstacle('cargo test')).toMatchInlineSnapshot(`
      ""cargo" was not found on PATH or in node_modules/.bin.
      → Install "cargo", or correct the gate's "run" in ralph.yaml."
    `);
  });
  it('a script of the repository that is not there', async () => {
    expect(await obstacle('./scripts/verfy.sh')).toMatchInlineSnapshot(`
      "There is no program ./scripts/verfy.sh that may be run.
      → Create it and make it executable (chmod +x), or correct the gate's "run" in ralph.yaml."
    `);
  });
  it('a file that an interpreter should run', async () => {
    expect(await obstacle('cd scripts && bash verfy.sh --all')).toMatchInlineSnapshot(`
      "There is no file verfy.sh for bash to run.
      → Create it, or correct the gate's "run" in ralph.yaml."
    `);
  });
  it('a package script that is not there', async () => {
    expect(await obstacle('npm run lnt')).toMatchInlineSnapshot(`
      "package.json has no script "lnt". Did you mean "lint"?
      → Add the script to package.json, or correct the gate's "run" in ralph.yaml."
    `);
    expect(await obstacle('cd web && npm test')).toMatchInlineSnapshot(`
      "package.json has no script "test".
      → Add the script to package.json, or correct the gate's "run" in ralph.yaml."
    `);
  });
  it('no package.json at all', async () => {
    expect(await obstacle('cd empty && yarn test')).toMatchInlineSnapshot(`
      "There is no package.json to run the script "test" from.
      → Create package.json with a "test" script, or correct the gate's "run" in ralph.yaml."
    `);
  });
  it('a target that is not there', async () => {
    expect(await obstacle('make chek')).toMatchInlineSnapshot(`
      "Makefile has no target "chek". Did you mean "check"?
      → Add the target to Makefile, or correct the gate's "run" in ralph.yaml."
    `);
  });
  it('no Makefile at all', async () => {
    expect(await obstacle('cd empty && make check')).toMatchInlineSnapshot(`
      "There is no Makefile with a target "check".
      → Create one, or correct the gate's "run" in ralph.yaml."
    `);
  });
});
