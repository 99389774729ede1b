import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU that a process has used; undefined where the system does not say. */
export function cpuMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // In ticks, of which Linux counts a hundred a second everywhere.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** The processes that this one has started, by a word of their command line. */
export function childrenWith(word: string): number[] {
  try {
    return readdirSync(`/proc/self/task`)
      .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
      .filter(Boolean)
      .map(Number)
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word));
  } catch {
    return [];
  }
}
