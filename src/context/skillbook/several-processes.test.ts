import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { workerProcesses } from '../../storage/testing/worker-processes.ts';
import { quietLogger } from '../testing/context-fixture.ts';
import { applyOperations } from './apply-operations.ts';
import { parseBook } from './book.ts';
import { type BookPlace, editBook } from './book-file.ts';
import { exampleBook } from './testing/example-books.ts';

const start = workerProcesses('context/skillbook-writer');

function bookIn(root: string) {
  const file = path.join(root, 'skillbook.json');
  writeFileSync(file, exampleBook('0.7'));
  const { logger } = quietLogger();
  const place: BookPlace = { root, file: 'skillbook.json', lockFolder: '.agent/context', logger };
  const read = () => readFileSync(file, 'utf8');
  return {
    file,
    place,
    read,
    leftovers: () => readdirSync(root).filter((name) => name.endsWith('.tmp')),
  };
}

const add = (content: string) => ({ type: 'ADD', section: 'testing', content }) as const;

describe('several writers of one skillbook', () => {
  it('lose nothing of each other', async () => {
    const root = scratchFolder();
    const { read } = bookIn(root);
    const workers = ['ann', 'ben', 'cat'].map((name) => start('add', root, name, '6'));
    await Promise.all(workers.map((worker) => worker.done()));
    const book = parseBook(read());
    const contents = [...book.skills.values()].map(({ content }) => content);
    const wanted = ['ann', 'ben', 'cat'].flatMap((name) =>
      Array.from({ length: 6 }, (_, n) => `Skill ${n + 1} of ${name}.`),
    );
    expect(contents).toEqual(expect.arrayContaining(wanted));
    expect(book.skills.size).toBe(21);
    expect(book.nextId).toBe(21);
    expect(book.skills.get('testing-00001')?.counters?.helpful).toBe(22);
    expect(book.sections.get('testing')?.ids.length).toBe(20);
  });

  it('leave the old book when one is killed with the new one in its hand', async () => {
    const root = scratchFolder();
    const { read, place, leftovers } = bookIn(root);
    await expect(start('die-before-rename', root, 'dan').done()).rejects.toThrow();
    expect(read()).toBe(exampleBook('0.7'));
    const [left = ''] = leftovers();
    expect(parseBook(readFileSync(path.join(root, left), 'utf8')).skills.size).toBe(4);
    utimesSync(path.join(root, left), new Date(0), new Date(0));
    await editBook(place, (book) => ({
      text: applyOperations(book, [add('After the accident.')], new Date()).text,
      result: undefined,
    }));
    expect(read()).toContain('After the accident.');
    expect(leftovers()).toEqual([]);
  });

  it('make their change to what a program without our lock has just written', async () => {
    const { file, place, read } = bookIn(scratchFolder());
    let rounds = 0;
    await editBook(place, (book) => {
      // Somebody writes after we have read, and before we write.
      if (rounds++ < 2) {
        writeFileSync(file, applyOperations(book, [add(`Foreign ${rounds}.`)], new Date()).text);
      }
      return { text: applyOperations(book, [add('Ours.')], new Date()).text, result: undefined };
    });
    expect(rounds).toBe(3);
    const contents = [...parseBook(read()).skills.values()].map(({ content }) => content);
    expect(contents.slice(-3)).toEqual(['Foreign 1.', 'Foreign 2.', 'Ours.']);
  });
});
