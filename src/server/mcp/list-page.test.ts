import { describe, expect, it } from 'vitest';
import { listPage } from './list-page.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('listPage', () => {
  it('hands out everything, once, page by page', () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = listPage('tools/list', numbers(250), cursor);
      seen.push(...page.items);
      cursor = page.nextCursor;
      pages++;
    } while (cursor !== undefined);
    expect(seen).toEqual(numbers(250));
    expect(pages).toBe(3);
  });

  it('has no further page when the last one is full, and takes an empty list', () => {
    expect(listPage('tools/list', numbers(100), undefined).nextCursor).toBeUndefined();
    expect(listPage('tools/list', [], undefined)).toEqual({ items: [] });
  });

  it('refuses cursors that it did not give out', () => {
    const { nextCursor } = listPage('tools/list', numbers(150), undefined);
    const beyond = Buffer.from('tools/list:9999').toString('base64url');
    for (const cursor of [
      '',
      'x',
      '!!!',
      beyond,
      Buffer.from('tools/list:-1').toString('base64url'),
    ]) {
      expect(() => listPage('tools/list', numbers(150), cursor)).toThrow(
        'The cursor does not belong to tools/list. Send one that tools/list answered as nextCursor, or none to start over.',
      );
    }
    expect(() => listPage('prompts/list', numbers(150), nextCursor)).toThrow(/prompts\/list/);
  });
});
