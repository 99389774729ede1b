import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { type Embedder, normalised } from '../../embedding/embedder.ts';
import { quietLogger } from '../testing/context-fixture.ts';
import { randomFrom } from './sample-texts.ts';
import { benchScale } from './scale.ts';

/** Answers without ever waiting, as everything here does that is not the real model. */
const instant: Embedder = {
  model: { id: 'instant', dimension: 8, hash: 'instant' },
  async embed(text) {
    const random = randomFrom(text.length);
    return normalised(Float32Array.from({ length: 8 }, random));
  },
  health: () => ({ state: 'ready', model: 'instant' }),
  close: async () => {},
};

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('ralph bench scale', () => {
  it.each(['embedding sample texts', '3000 items', 'comparing with exact search'])(
    'stops when it is asked to while it is at: %s',
    async (step) => {
      const folder = scratchFolder();
      vi.stubEnv('TMPDIR', folder);
      const stop = new AbortController();
      const { logger } = quietLogger();
      const seen: string[] = [];
      // As a process hears a signal: only when its work lets it.
      const progress = (line: string) => {
        seen.push(line);
        if (line === step) setTimeout(() => stop.abort(new Error('asked to stop')), 0);
      };
      const bench = { embedder: instant, env: {}, logger, signal: stop.signal, project: folder };
      await expect(benchScale([3_000], bench, progress)).rejects.toThrow('asked to stop');
      expect(seen.at(-1)).toBe(step);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
