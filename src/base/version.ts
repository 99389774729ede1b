declare const __RALPH_VERSION__: string | undefined;

/** Written into the bundle when it is built; sources run directly (in tests) say so. */
export const version = typeof __RALPH_VERSION__ === 'string' ? __RALPH_VERSION__ : '0.0.0-source';
