import fc from 'fast-check';
import { getNodeValue, parseTree, visit } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { openJson } from './json-document.ts';
import { jsonDocument } from './testing/documents.ts';
import { failure } from './testing/temporary-host.ts';

const entry = { command: 'ralph', args: ['mcp', '--root', '/p'] };
const open = (text: string) => openJson(text, { file: 'mcp.json', parent: 'mcpServers' });

describe('adding an entry', () => {
  it.each<[name: string, before: string, after: string]>([
    ['an empty file', '', '{\n  "mcpServers": {\n    "ralph": E4\n  }\n}\n'],
    ['an empty object', '{}\n', '{\n  "mcpServers": {\n    "ralph": E4\n  }\n}\n'],
    [
      'an empty parent',
      '{\n  "mcpServers": {}\n}',
      '{\n  "mcpServers": {\n    "ralph": E4\n  }\n}',
    ],
    [
      'other servers',
      '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  },\n  "z": 1\n}\n',
      '{\n  "mcpServers": {\n    "other": { "command": "x" },\n    "ralph": E4\n  },\n  "z": 1\n}\n',
    ],
    [
      'a comment that belongs to the property before',
      '{\n  "mcpServers": {\n    "other": {} // keep me here\n    // and me\n  }\n}\n',
      '{\n  "mcpServers": {\n    "other": {}, // keep me here\n    // and me\n    "ralph": E4\n  }\n}\n',
    ],
    [
      'a trailing comma',
      '{\n  "mcpServers": {\n    "other": {},\n  },\n}\n',
      '{\n  "mcpServers": {\n    "other": {},\n    "ralph": E4,\n  },\n}\n',
    ],
    ['tabs', '{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"ralph": ET\n\t}\n}\n'],
    [
      'Windows line endings and a byte order mark',
      '\uFEFF{\r\n  "a": 1\r\n}\r\n',
      '\uFEFF{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "ralph": ER\r\n  }\r\n}\r\n',
    ],
    [
      'everything on one line',
      '{"a":1,"mcpServers":{}}',
      '{"a":1,"mcpServers":{"ralph":{"command":"ralph","args":["mcp","--root","/p"]}}}',
    ],
    [
      'a parent on one line',
      '{\n  "mcpServers": { "x": { "command": "y" } }\n}\n',
      '{\n  "mcpServers": { "x": { "command": "y" }, "ralph": {"command":"ralph","args":["mcp","--root","/p"]} }\n}\n',
    ],
    ['only comments', '// mine\n', '// mine\n{\n  "mcpServers": {\n    "ralph": E4\n  }\n}\n'],
  ])('to %s', (_, before, after) => {
    const printed = (indent: string, unit: string, eol = '\n') =>
      JSON.stringify(entry, null, unit).replaceAll('\n', eol + indent);
    const expected = after
      .replace('E4', printed('    ', '  '))
      .replace('ET', printed('\t\t', '\t'))
      .replace('ER', printed('    ', '  ', '\r\n'));
    expect(open(before).withEntry(entry)).toBe(expected);
  });

  it('follows a four-space layout', () => {
    expect(open('{\n    "a": 1\n}\n').withEntry({ command: 'r' })).toBe(
      '{\n    "a": 1,\n    "mcpServers": {\n        "ralph": {\n            "command": "r"\n        }\n    }\n}\n',
    );
  });

  it('keeps comments inside an entry that is brought up to date', () => {
    const before = `{
  "mcpServers": {
    "ralph": {
      // started by hand
      "command": "ralph", // the program
      "args": ["old"],
      "url": "gone" // was remote
    }
  }
}`;
    expect(open(before).withEntry(entry)).toBe(`{
  "mcpServers": {
    "ralph": {
      // started by hand
      "command": "ralph", // the program
      "args": ["mcp","--root","/p"]
       // was remote
    }
  }
}`);
  });

  it('edits a file of many megabytes', () => {
    const other = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [`project-${i}`, { history: 'x'.repeat(200) }]),
    );
    const before = JSON.stringify({ projects: other, mcpServers: { a: {} } }, null, 2);
    const after = open(before).withEntry(entry);
    expect(JSON.parse(after)).toEqual({ projects: other, mcpServers: { a: {}, ralph: entry } });
    expect(open(after).withoutEntry()).not.toContain('ralph');
  });
});

describe('taking an entry out', () => {
  it.each<[name: string, before: string, after: string]>([
    ['the last of several', '{"mcpServers":{"a":1,"ralph":{}}}', '{"mcpServers":{"a":1}}'],
    ['the first of several', '{"mcpServers":{"ralph":{}, "a":1}}', '{"mcpServers":{"a":1}}'],
    ['the only one', '{"mcpServers":{"ralph":{}}}', '{"mcpServers":{}}'],
    [
      'with comments around it',
      '{\n  "mcpServers": {\n    "a": 1, // about a\n    // above\n    "ralph": {} // beside\n    // below\n  }\n}',
      '{\n  "mcpServers": {\n    "a": 1 // about a\n    // above\n     // beside\n    // below\n  }\n}',
    ],
    [
      'before a brace on its own line after a line comment',
      '{\n  "mcpServers": { // x\n    "ralph": {} }\n}',
      '{\n  "mcpServers": { // x\n     }\n}',
    ],
    [
      'from between others',
      '{\n  "mcpServers": {\n    "a": 1,\n    "ralph": {},\n    "b": 2\n  }\n}',
      '{\n  "mcpServers": {\n    "a": 1,\n    "b": 2\n  }\n}',
    ],
    ['when there is none', '{ "mcpServers": {} }', '{ "mcpServers": {} }'],
  ])('%s', (_, before, after) => {
    expect(open(before).withoutEntry()).toBe(after);
  });
});

describe('generated documents', () => {
  const documents = jsonDocument('mcpServers');
  const settings = { numRuns: 300 };

  it('hold the same data and comments, plus the entry', () => {
    fc.assert(
      fc.property(documents, (before) => {
        const after = open(before).withEntry(entry);
        expect(data(after)).toEqual({
          ...data(before),
          mcpServers: { ...data(before).mcpServers, ralph: entry },
        });
        expect(comments(after)).toEqual(comments(before));
        expect(open(after).withEntry(entry)).toBe(after);
      }),
      settings,
    );
  });

  it('are what they were, but for spaces, when the entry is cut out again', () => {
    fc.assert(
      fc.property(documents, (before) => {
        fc.pre(data(before).mcpServers !== undefined);
        const after = open(open(before).withEntry(entry)).withoutEntry();
        expect(after.replaceAll(/\s/g, '')).toBe(before.replaceAll(/\s/g, ''));
      }),
      settings,
    );
  });

  it('come out the same whether the entry was there before or not', () => {
    fc.assert(
      fc.property(documents, (before) => {
        const other = { command: 'node', args: ['ralph.cjs', 'mcp', '--root', '/other'] };
        const added = open(before).withEntry(other);
        expect(open(added).withEntry(entry)).toBe(open(before).withEntry(entry));
      }),
      settings,
    );
  });

  it('keep their comments through a change of the entry', () => {
    fc.assert(
      fc.property(documents, (before) => {
        const remote = { url: 'http://127.0.0.1:1/mcp', headers: { Authorization: 'x' } };
        const after = open(open(before).withEntry(entry)).withEntry(remote);
        expect(open(after).entry).toEqual(remote);
        expect(comments(after)).toEqual(comments(before));
      }),
      settings,
    );
  });
});

describe('refusals', () => {
  it.each<[what: string, text: string, message: string]>([
    [
      'a missing comma',
      '{\n  "a": 1\n  "b": 2\n}',
      'cannot be read: line 3, column 3: a comma is expected before this.',
    ],
    ['an open brace', '{ "a": 1', 'cannot be read: line 1, column 9: a closing } is missing.'],
    ['an open comment', '{} /*', 'cannot be read: line 1, column 4: a comment is not closed.'],
    [
      'a second value',
      '{}\r\n{}',
      'cannot be read: line 2, column 1: the file goes on after the end of its value.',
    ],
    ['a word', 'hello', 'cannot be read: line 1, column 1: this is no JSON value.'],
    ['a list', '[]', 'has an unexpected shape: it holds a list, not an object.'],
    [
      'a parent that is a list',
      '{ "mcpServers": [] }',
      'has an unexpected shape: "mcpServers" is a list, not an object.',
    ],
    [
      'a parent that is null',
      '{ "mcpServers": null }',
      'has an unexpected shape: "mcpServers" is null, not an object.',
    ],
    [
      'a parent there twice',
      '{ "mcpServers": {}, "mcpServers": {} }',
      'has an unexpected shape: "mcpServers" is there 2 times.',
    ],
    [
      'an entry there twice',
      '{ "mcpServers": { "ralph": 1, "ralph": 2 } }',
      'has an unexpected shape: "ralph" is there 2 times.',
    ],
    [
      'nesting without end',
      `{"a":${'['.repeat(200_000)}`,
      'has an unexpected shape: it is nested too deeply to read.',
    ],
  ])('%s', async (_, text, message) => {
    const [said, hint] = (await failure(() => open(text).withEntry(entry))).split('\n');
    expect(said).toBe(`mcp.json ${message}`);
    expect(hint).toMatch(
      /^Correct the file( there)? and run this again, or make the change by hand/,
    );
  });
});

function data(text: string): Record<string, object> {
  const tree = parseTree(text.replace('\uFEFF', ''), [], { allowTrailingComma: true });
  return structuredClone(tree && getNodeValue(tree));
}

function comments(text: string): string[] {
  const found: string[] = [];
  const body = text.replace('\uFEFF', '');
  visit(body, { onComment: (at, length) => void found.push(body.slice(at, at + length)) });
  return found;
}
