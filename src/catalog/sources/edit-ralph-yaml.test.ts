import { describe, expect, it } from 'vitest';
import { serverNamesIn, withoutServer, withServers } from './edit-ralph-yaml.ts';

const commented = `# ours
preset: minimal # small
catalog:
  # the servers
  servers:
    a: { command: run } # keep me
  pins: [a/b]
`;

describe('servers in ralph.yaml', () => {
  it('are added with everything else as it was', () => {
    expect(withServers(commented, { b: { command: 'npx', args: ['-y', 'x'] } })).toBe(
      `# ours
preset: minimal # small
catalog:
  # the servers
  servers:
    a: { command: run } # keep me
    b:
      command: npx
      args:
        - -y
        - x
  pins: [a/b]
`,
    );
  });

  it.each([
    ['an empty file', ''],
    ['comments only', '# nothing yet\n'],
    ['an empty block', 'catalog:\n'],
    ['a block in one line', 'catalog: { servers: { b2: { command: x } } } # all\n', ['b2']],
    ['a file without a last line end', 'preset: minimal'],
    ['other settings of the catalog', 'catalog:\n  pins: [a/b]\npreset: minimal\n'],
    ['an empty list of servers', 'catalog:\n  servers:\n'],
  ])('are added to %s', (_, text, before: string[] = []) => {
    expect(serverNamesIn(withServers(text, { b: { url: 'https://x.example/mcp' } }))).toEqual([
      ...before,
      'b',
    ]);
  });

  it.each([
    [
      'catalog: # why\n  servers: # ours\n    # a: { command: x }\n# end\npreset: minimal\n',
      'catalog: # why\n  servers: # ours\n    b:\n      command: y\n    # a: { command: x }\n# end\npreset: minimal\n',
    ],
    [
      'catalog: # why\n  # pins: []\n\n# end\npreset: minimal\n',
      'catalog: # why\n  servers:\n    b:\n      command: y\n  # pins: []\n\n# end\npreset: minimal\n',
    ],
    [
      'catalog: ~ # none yet\npreset: minimal\n',
      'catalog:\n  servers:\n    b:\n      command: y\n  # none yet\npreset: minimal\n',
    ],
  ])('leave the comments of a block with nothing in it yet', (before, after) => {
    expect(withServers(before, { b: { command: 'y' } })).toBe(after);
  });

  it('are taken out, and with the last one what held them', () => {
    expect(withoutServer(commented, 'a')).toBe(
      '# ours\npreset: minimal # small\ncatalog:\n  # the servers\n  pins: [a/b]\n',
    );
    expect(
      withoutServer('preset: minimal\ncatalog:\n  servers:\n    a:\n      command: x\n', 'a'),
    ).toBe('preset: minimal\n');
  });

  it('keep the line ends of the file', () => {
    expect(withServers('preset: minimal\r\n', { b: { command: 'x' } })).toBe(
      'preset: minimal\r\ncatalog:\r\n  servers:\r\n    b:\r\n      command: x\r\n',
    );
  });

  it.each([
    ['broken YAML', 'a: [', 'not YAML that Ralph can change'],
    ['a list', '- a\n', 'not YAML that Ralph can change'],
  ])('are not added to %s', (_, text, message) => {
    expect(() => withServers(text, { b: { command: 'x' } })).toThrow(message);
  });
});
