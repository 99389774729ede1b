import { describe, expect, it } from 'vitest';
import { writeTogether } from './write-together.ts';

function sinkWith(room: boolean) {
  const written: string[] = [];
  const drained: (() => void)[] = [];
  const sink = {
    write(text: string, encoding: BufferEncoding) {
      written.push(Buffer.from(text, encoding).toString());
      return room;
    },
    onDrain: (listener: () => void) => void drained.push(listener),
  };
  return { written, drained, sink };
}

describe('writeTogether', () => {
  it('sends the lines of one turn in one write, in order', async () => {
    const { written, sink } = sinkWith(true);
    const lines = writeTogether(sink);
    await Promise.all([lines.write('a\n'), lines.write('b\n')]);
    await lines.write('c\n');
    expect(written).toEqual(['a\nb\n', 'c\n']);
  });

  it('sends at once what is much, and what is waiting when it is asked to', () => {
    const { written, sink } = sinkWith(true);
    const lines = writeTogether(sink);
    void lines.write('x'.repeat(300_000));
    expect(written).toHaveLength(1);
    void lines.write('y');
    lines.flush();
    lines.flush();
    expect(written.slice(1)).toEqual(['y']);
  });

  it('does not keep many lines back for the rest of the turn', async () => {
    const { written, sink } = sinkWith(true);
    const lines = writeTogether(sink);
    const all = Array.from({ length: 20 }, (_, n) => lines.write(`${n}\n`));
    expect(written.map((text) => text.split('\n').length - 1)).toEqual([16]);
    await Promise.all(all);
    expect(written.join('')).toBe(Array.from({ length: 20 }, (_, n) => `${n}\n`).join(''));
  });

  it('keeps every character, also beside those that need one byte', async () => {
    const { written, sink } = sinkWith(true);
    const lines = writeTogether(sink);
    for (const text of ['plain\n', 'für\n', '\x00\x7f\x80\n', '日本 🙂\n']) await lines.write(text);
    expect(written).toEqual(['plain\n', 'für\n', '\x00\x7f\x80\n', '日本 🙂\n']);
  });

  it('lets the writer wait until there is room', async () => {
    const { drained, sink } = sinkWith(false);
    const lines = writeTogether(sink);
    let done = false;
    const waiting = lines.write('a').then(() => {
      done = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.resolve();
    expect(done).toBe(false);
    for (const resume of drained) resume();
    await waiting;
    expect(done).toBe(true);
  });

  it('listens once for room, however many wait for it, and again when it is full again', async () => {
    const { drained, sink } = sinkWith(false);
    const lines = writeTogether(sink);
    for (const times of [1, 2]) {
      const waiting = Array.from({ length: 400 }, (_, n) => lines.write(`${n}\n`));
      expect(drained).toHaveLength(times);
      drained.at(-1)?.();
      await Promise.all(waiting);
    }
  });
});
