import { readdirSync, readFileSync } from 'node:fs';
import { errorCode } from '../file-errors.ts';

export interface Launch {
  /** Names the launch in the environment of its processes. */
  readonly id: string;
  /** Its first process, which leads their group; left out by those who were not there when it started. */
  readonly pid?: number;
}

/** In the environment of everything that a launch starts, so that it can be found even after it left its group. */
const markName = 'RALPH_LAUNCH';

/** A launch inside a launch bears both marks, so that ending the outer one ends all. */
export function launchMark(
  env: Readonly<Record<string, string | undefined>>,
  launchId: string,
): Record<string, string> {
  return { [markName]: env[markName] ? `${env[markName]}/${launchId}` : launchId };
}

/** For a process that is to outlive the launch it is started in. */
export function withoutLaunchMark(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const { [markName]: _, ...rest } = env;
  return rest;
}

/**
 * The processes of a launch that still run, also those that have left its group, as background jobs and daemons do.
 * Only Linux shows the environment of a process; elsewhere the group, as a negative number, is all that is known.
 */
export function livingProcesses({ id, pid }: Launch): readonly number[] {
  const group = pid !== undefined && canSignal(-pid);
  if (process.platform !== 'linux') return pid !== undefined && group ? [-pid] : [];
  return readdirSync('/proc')
    .map(Number)
    .filter((candidate) => candidate > 0 && candidate !== process.pid)
    .filter((candidate) => isMarked(candidate, id) || (group && isMember(candidate, pid)));
}

function isMarked(pid: number, launchId: string): boolean {
  return readProcess(pid, 'environ')
    .split('\0')
    .some((entry) => entry.startsWith(`${markName}=`) && entry.includes(launchId));
}

function isMember(pid: number, group: number): boolean {
  const { state, group: itsGroup } = statOf(pid);
  return itsGroup === group && !isEnded(state);
}

/** Whether there is no such process on this machine, or only what is left of one that nobody has waited for. */
export function isProcessGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform === 'linux' && isEnded(statOf(pid).state);
  } catch (thrown) {
    return errorCode(thrown) === 'ESRCH';
  }
}

function statOf(pid: number): { readonly state: string | undefined; readonly group: number } {
  const stat = readProcess(pid, 'stat');
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, group: Number(group) };
}

/** A process that has ended but that nobody has waited for yet is still listed, as a zombie. */
function isEnded(state: string | undefined): boolean {
  return state === 'Z' || state === 'X';
}

/** Other users' processes cannot be read, and any process may end meanwhile. */
function readProcess(pid: number, file: string): string {
  try {
    // These files are made by the kernel on the spot: reading them waits for no disk.
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether this process was started by a launch, also by one that took the mark off its environment. */
export function isInsideLaunch(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env[markName]) return true;
  if (process.platform !== 'linux') return false;
  const seen = new Set<number>();
  for (let pid = process.ppid; pid > 1 && !seen.has(pid); pid = parentOf(pid)) {
    seen.add(pid);
    if (
      readProcess(pid, 'environ')
        .split('\0')
        .some((entry) => entry.startsWith(`${markName}=`))
    )
      return true;
  }
  return false;
}

function parentOf(pid: number): number {
  const stat = readProcess(pid, 'stat');
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(parent) || 0;
}
