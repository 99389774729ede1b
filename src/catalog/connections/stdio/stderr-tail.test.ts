import { expect, it } from 'vitest';
import { createStderrTail } from './stderr-tail.ts';

function tailOf(text: string) {
  const tail = createStderrTail();
  tail.write(Buffer.from(text));
  return tail;
}

it('tells why a Node program ended, not what Node prints behind the reason', () => {
  const tail = tailOf(`node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/srv/mcp.mjs'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at Module._load (node:internal/modules/cjs/loader:1038:27) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2
`);
  expect(tail.telling(3)).toEqual([
    "Error: Cannot find module '/srv/mcp.mjs'",
    "code: 'MODULE_NOT_FOUND',",
    'requireStack: []',
  ]);
  expect(tail.lines(1)).toEqual(['Node.js v20.20.2']);
});

it('leaves what other programs say as it is', () => {
  const python = 'Traceback (most recent call last):\n  File "a.py", line 1\nImportError: no mcp\n';
  expect(tailOf(python).telling(2)).toEqual(['File "a.py", line 1', 'ImportError: no mcp']);
  expect(tailOf('\n').telling(3)).toEqual([]);
});
