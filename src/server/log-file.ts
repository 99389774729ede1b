import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { createLogger, type LogFields, type Logger, type LogLevel } from '../base/logger.ts';

const fileName = 'mcp-server.log';

export interface LogFile {
  readonly file: string;
  write(line: string): void;
  close(): void;
}

/** A log that appears with its first line and never grows past `keep` files of `maxBytes`. */
export function createLogFile(options: {
  readonly folder: string;
  readonly maxBytes?: number;
  readonly keep?: number;
}): LogFile {
  const { folder, maxBytes = 5_000_000, keep = 3 } = options;
  const file = path.join(folder, fileName);
  let fd: number | undefined;
  let size = 0;
  let broken = false;

  function open(): number {
    mkdirSync(folder, { recursive: true });
    const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
    const opened = openSync(file, O_WRONLY | O_CREAT | O_APPEND | (O_NOFOLLOW ?? 0), 0o600);
    size = fstatSync(opened).size;
    return opened;
  }

  function rotate(): void {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
    for (let n = keep - 1; n >= 1; n--) {
      try {
        renameSync(n === 1 ? file : `${file}.${n - 1}`, `${file}.${n}`);
      } catch {
        // Not every older file exists yet.
      }
    }
  }

  return {
    file,
    write(line) {
      if (broken) return;
      try {
        fd ??= open();
        if (size > 0 && size + Buffer.byteLength(line) > maxBytes) {
          rotate();
          fd = open();
        }
        size += writeSync(fd, line);
      } catch {
        // A log that cannot be written must not take the server down with it.
        broken = true;
      }
    },
    close() {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
      broken = true;
    },
  };
}

/** Says everything to `first`, and what is worth keeping to the file. */
export function alsoToFile(first: Logger, logFile: LogFile): Logger {
  const toFile = createLogger({ level: 'info', write: logFile.write });
  return both(first, toFile);
}

function both(a: Logger, b: Logger): Logger {
  const say = (level: LogLevel) => (message: string, fields?: LogFields) => {
    a[level](message, fields);
    b[level](message, fields);
  };
  return {
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    child: (fields) => both(a.child(fields), b.child(fields)),
  };
}
