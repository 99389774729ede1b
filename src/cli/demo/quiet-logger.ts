import type { LogFields, Logger } from '../../base/logger.ts';

/** Passes on each warning once: what a machine lacks would else be said at every step of the demo. */
export function quietLogger(logger: Logger, warned: (text: string) => void): Logger {
  const known = new Set<string>();
  const quiet = (around: Logger): Logger => ({
    debug: around.debug,
    info: around.info,
    error: around.error,
    warn(message: string, fields: LogFields = {}) {
      const text = typeof fields.reason === 'string' ? `${message}: ${fields.reason}` : message;
      if (known.has(text)) return;
      known.add(text);
      warned(text);
    },
    child: (fields) => quiet(around.child(fields)),
  });
  return quiet(logger);
}
