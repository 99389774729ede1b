import path from 'node:path';

/** Relative to the root, with forward slashes: it is stored and shown. */
export const logFolder = '.ralph/logs';

export type LoggedTool = 'ralph_run' | 'ralph_understand';

const written = /^\d{8}-\d{6}_ralph_(?:run|understand)\.(?:log|summary\.json)$/;

/** `.ralph/logs/YYYYMMDD-HHMMSS_tool.log`, in UTC; the next second that is free, should that name be taken. */
export function logPathFor(
  startedAt: Date,
  tool: LoggedTool,
  taken: (logPath: string) => boolean,
): string {
  for (let time = startedAt.getTime(); ; time += 1000) {
    const stamp = new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
    const logPath = `${logFolder}/${stamp}_${tool}.log`;
    if (!taken(logPath)) return logPath;
  }
}

export function summaryPathOf(logPath: string): string {
  return logPath.replace(/\.log$/, '.summary.json');
}

/** Whether a file in the log folder is one of ours to remove. */
export function isRunLog(file: string): boolean {
  return written.test(path.basename(file));
}
