import { arch, release } from 'node:os';
import { findProgram } from '../../base/processes/find-program.ts';
import { programVersion } from '../../loop/agents/program-version.ts';
import { type CheckGroup, type CheckResult, type DoctorContext, fail, ok, warn } from './check.ts';

const oldestNode = [20, 19] as const;

export const runtime: CheckGroup = {
  name: 'runtime',
  run: async (context) => [nodeVersion(context), platform(context), await git(context)],
};

function nodeVersion({ nodeVersion }: DoctorContext): CheckResult {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) {
    return ok('node', `Node.js ${nodeVersion}`);
  }
  return fail(
    'node',
    `Node.js ${nodeVersion} is too old`,
    `Install Node.js ${oldestNode.join('.')} or newer: https://nodejs.org`,
  );
}

function platform({ platform }: DoctorContext): CheckResult {
  const message = `${platform} ${release()} on ${arch()}`;
  if (['linux', 'darwin', 'win32'].includes(platform)) return ok('platform', message);
  return warn(
    'platform',
    `${message} is untested`,
    'Use Linux, macOS or Windows if something fails.',
  );
}

async function git({ env, root, platform }: DoctorContext): Promise<CheckResult> {
  const found = await findProgram('git', { env, folder: root, platform });
  if (found === undefined) {
    return fail(
      'git',
      'git is not on PATH; runs need it to guard and undo changes',
      'Install git (https://git-scm.com) and open a new terminal.',
    );
  }
  const version = await programVersion(found, env);
  if (version !== undefined) return ok('git', `git ${version} at ${found}`);
  return fail('git', `${found} does not answer --version`, 'Reinstall git.');
}
