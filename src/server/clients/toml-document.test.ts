import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { tomlDocument } from './testing/documents.ts';
import { failure } from './testing/temporary-host.ts';
import { openToml } from './toml-document.ts';

const entry = { command: 'ralph', args: ['mcp', '--root', 'C:\\p "q"'] };
const remote = { url: 'http://127.0.0.1:1/mcp', http_headers: { Authorization: 'Bearer x' } };
const open = (text: string) => openToml(text, { file: 'config.toml', parent: 'mcp_servers' });
const block =
  '[mcp_servers.ralph]\ncommand = "ralph"\nargs = [ "mcp", "--root", "C:\\\\p \\"q\\"" ]\n';

describe('adding an entry', () => {
  it.each([
    ['an empty file', '', block],
    ['a file without a last line end', 'a = 1', `a = 1\n\n${block}`],
    ['a file that ends in a blank line', 'a = 1\n\n', `a = 1\n\n${block}`],
    [
      'Windows line endings',
      '\uFEFFa = 1 # b\r\n',
      `\uFEFFa = 1 # b\r\n\r\n${block.replaceAll('\n', '\r\n')}`,
    ],
    [
      'servers written as dotted keys',
      'mcp_servers.x.command = "y"\n',
      `mcp_servers.x.command = "y"\n\n${block}`,
    ],
  ])('to %s', (_, before, after) => {
    expect(open(before).withEntry(entry)).toBe(after);
  });

  it('keeps comments inside an entry whose values change', () => {
    const before =
      '[mcp_servers.ralph] # mine\n# why\ncommand = "ralph" # program\nargs = [\n  "old", # x\n] # args\n\n[z]\n';
    expect(open(before).withEntry(entry)).toBe(
      '[mcp_servers.ralph] # mine\n# why\ncommand = "ralph" # program\nargs = [ "mcp", "--root", "C:\\\\p \\"q\\"" ] # args\n\n[z]\n',
    );
  });

  it('puts an entry of another kind where the old one was', () => {
    const before =
      '# a\n[mcp_servers.ralph]\ncommand = "x"\n\n[mcp_servers.ralph.env]\nA = "1"\n\n# z\n[z]\n';
    expect(open(before).withEntry(remote)).toBe(
      '# a\n[mcp_servers.ralph]\nurl = "http://127.0.0.1:1/mcp"\n\n[mcp_servers.ralph.http_headers]\nAuthorization = "Bearer x"\n\n# z\n[z]\n',
    );
  });

  it.each([
    ['an inline table', '[mcp_servers]\nralph = { command = "old" }\nb = { command = "c" }\n'],
    ['dotted keys', '[mcp_servers]\nralph.command = "old"\nb.command = "c"\n'],
    ['quoted names', '["mcp_servers"."ralph"]\ncommand = "old"\n[mcp_servers.b]\ncommand = "c"\n'],
    [
      'parts in several places',
      '[mcp_servers]\nralph.command = "old"\n[t]\n[mcp_servers.ralph.env]\nA = "b"\n[mcp_servers.b]\ncommand = "c"\n',
    ],
  ])('replaces one written as %s', (_, before) => {
    expect(parse(open(before).withEntry(remote)).mcp_servers).toEqual({
      ralph: remote,
      b: { command: 'c' },
    });
    expect(parse(open(before).withoutEntry()).mcp_servers).toEqual({ b: { command: 'c' } });
  });
});

describe('generated documents', () => {
  const settings = { numRuns: 300 };

  it('keep every byte before the entry, and hold the same data', () => {
    fc.assert(
      fc.property(tomlDocument, (before) => {
        const after = open(before).withEntry(entry);
        expect(after.startsWith(before.trim() === '' ? '' : before)).toBe(true);
        const { mcp_servers: servers, ...rest } = data(before);
        expect(data(after)).toEqual({ ...rest, mcp_servers: { ...Object(servers), ralph: entry } });
        expect(open(after).withEntry(entry)).toBe(after);
      }),
      settings,
    );
  });

  it('are what they were when the entry is cut out again, but for a last line end', () => {
    fc.assert(
      fc.property(tomlDocument, fc.boolean(), (before, again) => {
        fc.pre(/\S/.test(before));
        const added = open(before).withEntry(entry);
        const after = open(again ? open(added).withEntry(remote) : added).withoutEntry();
        expect(after.trimEnd()).toBe(before.trimEnd());
      }),
      settings,
    );
  });

  it('keep what follows the entry', () => {
    fc.assert(
      fc.property(tomlDocument, (before) => {
        const later = '\n# later\n[later]\nx = 1\n';
        const after = open(`${open(before).withEntry(entry)}${later}`).withoutEntry();
        expect(after.endsWith(later)).toBe(true);
        expect(data(after)).toEqual({ ...data(before), later: { x: 1 } });
      }),
      settings,
    );
  });
});

describe('refusals', () => {
  it.each<[what: string, text: string, message: string]>([
    ['a broken line', 'a = 1\nb = \n', 'cannot be read: line 2, column 5: invalid value.'],
    [
      'a secret on a broken line, which is not repeated',
      'token = "sk-very-secret" oops\n',
      'cannot be read: line 1, column 26: each key-value declaration must be followed by an end-of-line.',
    ],
    [
      'a key there twice',
      'a = 1\na = 2\n',
      'cannot be read: line 2, column 1: trying to redefine an already defined table or value.',
    ],
    ['a list', '[[mcp_servers]]\n', 'has an unexpected shape: "mcp_servers" is not a table.'],
    ['a number', 'mcp_servers = 1\n', 'has an unexpected shape: "mcp_servers" is not a table.'],
    [
      'an inline table',
      'mcp_servers = { x = { command = "y" } }\n',
      'has an unexpected shape: "mcp_servers" is an inline table, which cannot be added to; write it as [mcp_servers.NAME] tables.',
    ],
  ])('%s', async (_, text, message) => {
    const [said, hint] = (await failure(() => open(text).withEntry(entry))).split('\n');
    expect(said).toBe(`config.toml ${message}`);
    expect(hint).toMatch(
      /^Correct the file( there)? and run this again, or make the change by hand/,
    );
  });
});

function data(text: string): Record<string, unknown> {
  return parse(text.replace('\uFEFF', ''), { integersAsBigInt: 'asNeeded' });
}
