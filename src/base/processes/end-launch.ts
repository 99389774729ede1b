import { setTimeout as delay } from 'node:timers/promises';
import { type Launch, livingProcesses } from './launched-processes.ts';

const defaultGraceMs = 5_000;
const longestPauseMs = 400;

/**
 * Ends every process of a launch: asked first, killed when the grace is over. Resolves when none is left, so at once
 * after a launch that left nothing behind. Works from any process of the same user, given the launch's id.
 */
export async function endLaunch(launch: Launch, graceMs: number = defaultGraceMs): Promise<void> {
  const killAt = Date.now() + graceMs;
  const giveUpAt = killAt + defaultGraceMs;
  for (let pause = 10; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const living = livingProcesses(launch);
    // What the kernel itself holds back cannot be waited for.
    if (living.length === 0 || Date.now() > giveUpAt) return;
    const signal = Date.now() < killAt ? 'SIGTERM' : 'SIGKILL';
    // Asked once, at the first round; those that turn up later are found by the rounds that kill.
    if (signal === 'SIGKILL' || pause === 10) for (const pid of living) send(pid, signal);
    await delay(Math.min(pause, Math.max(1, killAt - Date.now())));
  }
}

/** Kills what lives of a launch, at once and without waiting: for a process that is about to end itself. */
export function killLaunch(id: string): void {
  for (const pid of livingProcesses({ id })) send(pid, 'SIGKILL');
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}
