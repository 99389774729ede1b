import { describe, expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);
const frontend = { name: 'frontend', display_name: 'Frontend', icon: 'Monitor', color: '#3b82f6' };

describe('create_discipline', () => {
  it('keeps every field', async () => {
    const project = await open();
    const fields = {
      ...frontend,
      acronym: 'FE',
      system_prompt: 'You build pages.',
      skills: ['react', 'css'],
      conventions: 'No inline styles',
    };
    await project.answer('create_discipline', fields);
    expect(await project.answer('get_discipline', { name: 'frontend' })).toMatchObject({
      ...fields,
      mcp_servers: {},
      mcp_tool_overrides: {},
    });
    expect(await project.text('list_disciplines')).toBe('frontend (Frontend) FE: react, css');
    expect(await project.events()).toMatchObject([
      { author: 'person', entity: 'discipline', entity_id: 'frontend', action: 'created' },
    ]);
  });

  it.each([
    ['the same name in another spelling', { name: 'back-end' }, 'conflict'],
    ['an acronym that is taken', { acronym: 'be' }, 'conflict'],
    ['no colour', { color: 'url(x)' }, 'invalid_argument'],
    ['tool overrides', { mcp_tool_overrides: {} }, 'invalid_argument'],
    ['a megabyte', { system_prompt: 'x'.repeat(1_000_000) }, 'invalid_argument'],
  ])('refuses %s', async (_, fields, code) => {
    const project = await open();
    const backend = { name: 'backend', display_name: 'B', icon: 'x', color: 'red', acronym: 'BE' };
    await project.answer('create_discipline', backend);
    const error = await project.refusal('create_discipline', { ...frontend, ...fields });
    expect(error.code).toBe(code);
    expect(error.hint).not.toBe('');
  });
});

describe('update_discipline', () => {
  const servers = {
    'shadcn-ui': { command: 'npx', args: ['-y', 'shadcn'], env: { TOKEN: `\${env:TOKEN}` } },
    remote: {
      command: 'npx',
      args: ['mcp-remote', '--header', `Authorization: Bearer \${env:KEY}`, `--token=\${env:KEY}`],
    },
    docs: { url: 'https://example.com/mcp', headers: { Authorization: `Bearer \${env:DOCS}` } },
  };

  it('replaces what is given, servers whole', async () => {
    const project = await open();
    await project.addDisciplines('frontend');
    const change = (fields: object) =>
      project.answer('update_discipline', { name: 'frontend', ...fields });
    expect((await change({ mcp_servers: servers, color: '#fff' })).changed).toEqual([
      'color',
      'mcp_servers',
    ]);
    expect(await project.answer('get_discipline', { name: 'frontend' })).toMatchObject({
      mcp_servers: servers,
    });
    await change({ mcp_servers: {} });
    expect(await project.answer('get_discipline', { name: 'frontend' })).toMatchObject({
      mcp_servers: {},
    });
    expect((await project.events())[1]).toMatchObject({
      action: 'changed',
      before: { mcp_servers: servers },
      after: { mcp_servers: {} },
    });
  });

  it.each([
    ["Ralph's own name", { ralph: { command: 'x' } }],
    ["Ralph's own name in capitals", { Ralph: { command: 'x' } }],
    ['a name with a slash', { 'a/b': { command: 'x' } }],
    ['neither command nor url', { a: {} }],
    ['both command and url', { a: { command: 'x', url: 'https://x' } }],
    ['arguments for a url', { a: { url: 'https://x', args: ['y'] } }],
    ['headers for a command', { a: { command: 'x', headers: {} } }],
    ['another protocol', { a: { url: 'file:///etc/passwd' } }],
    ['an unknown field', { a: { command: 'x', shell: true } }],
    ['a broken reference', { a: { command: 'x', args: [`\${env:}`] } }],
    ['a secret written out', { a: { command: 'x', env: { API_TOKEN: 'abcDEF123456xyz' } } }],
    ['a secret among its arguments', { a: { command: 'x', args: ['--token', 'abcDEF123456xyz'] } }],
    ['more than there is room for', { a: { command: 'x', args: Array(50).fill('y'.repeat(500)) } }],
  ])('refuses a server with %s', async (_, mcp_servers) => {
    const project = await open();
    await project.addDisciplines('frontend');
    const input = { name: 'frontend', mcp_servers };
    const error = await project.refusal('update_discipline', input);
    expect(error.code).toBe('invalid_argument');
    expect(error.message).toMatch(/mcp_servers|secret/);
  });

  it('leaves tool overrides and other disciplines to people', async () => {
    const project = await open();
    await project.addDisciplines('frontend', 'backend');
    const overrides = { name: 'frontend', mcp_tool_overrides: { additional_disabled: [] } };
    expect((await project.refusal('update_discipline', overrides)).code).toBe('invalid_argument');
    const discuss = session({ recipe: 'discuss', discipline: 'frontend' });
    const change = (name: string) => ({ name, conventions: 'Short' });
    await project.answer('update_discipline', change('frontend'), discuss);
    expect(await project.refusal('update_discipline', change('backend'), discuss)).toMatchObject({
      code: 'not_allowed',
    });
    await project.answer('update_discipline', change('backend'));
  });

  it('refuses an unknown name with the likely one, and an empty change', async () => {
    const project = await open();
    await project.addDisciplines('frontend');
    const unknown = await project.refusal('update_discipline', { name: 'frontent', icon: 'x' });
    expect(unknown).toMatchObject({ code: 'not_found' });
    expect(unknown.message).toContain('Did you mean "frontend"?');
    expect((await project.refusal('update_discipline', { name: 'frontend' })).code).toBe(
      'invalid_argument',
    );
  });
});

describe('get_discipline', () => {
  it('hides a secret that a person wrote', async () => {
    const project = await open();
    await project.addDisciplines('frontend');
    await project.store(({ disciplines }) =>
      disciplines.change('frontend', {
        mcp_servers: { a: { command: 'x', env: { API_TOKEN: 'abcDEF123456xyz' } } },
      }),
    );
    const outcome = await project.call('get_discipline', { name: 'frontend' });
    expect(JSON.stringify(outcome)).toContain('[redacted:secret]');
    expect(JSON.stringify(outcome)).not.toContain('abcDEF123456xyz');
  });

  it('answers a discipline that is full in every field', async () => {
    const project = await open();
    await project.answer('create_discipline', {
      ...frontend,
      system_prompt: '説'.repeat(6_000),
      conventions: '計'.repeat(6_000),
      skills: Array.from({ length: 30 }, () => '技'.repeat(60)),
    });
    const args = Array.from({ length: 19 }, () => 'y'.repeat(500));
    const mcp_servers = { a: { command: 'x', args } };
    await project.answer('update_discipline', { name: 'frontend', mcp_servers });
    const outcome = await project.call('get_discipline', { name: 'frontend' });
    expect(outcome.ok && Buffer.byteLength(outcome.text)).toBeLessThanOrEqual(8_192);
  });
});

describe('list_disciplines', () => {
  it('pages by name within the limit', async () => {
    const project = await open();
    const names = Array.from({ length: 60 }, (_, i) => `d${String(i).padStart(2, '0')}`);
    await project.store(async ({ disciplines }) => {
      for (const name of names) {
        const skills = Array.from({ length: 30 }, (_, i) => `skill ${i} ${'x'.repeat(40)}`);
        await disciplines.add(name, { display_name: name, icon: 'x', color: 'red', skills });
      }
    });
    const seen: unknown[] = [];
    let cursor: unknown = null;
    do {
      const outcome = await project.call('list_disciplines', cursor === null ? {} : { cursor });
      if (!outcome.ok) throw new Error(outcome.error.message);
      expect(Buffer.byteLength(outcome.text)).toBeLessThanOrEqual(8_192);
      const page = outcome.structured?.disciplines;
      if (Array.isArray(page)) seen.push(...page.map(({ name }) => name));
      cursor = outcome.structured?.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(names);
  });
});

describe('delete_discipline', () => {
  it('removes one that nothing refers to, and refuses otherwise', async () => {
    const project = await open();
    await project.addTask({ discipline: 'backend' });
    const error = await project.refusal('delete_discipline', { name: 'backend' });
    expect(error).toMatchObject({ code: 'conflict' });
    expect(error.message).toContain('1 task (#1)');
    await project.addDisciplines('frontend');
    await project.answer('delete_discipline', { name: 'frontend' });
    expect(await project.events()).toMatchObject([
      { entity: 'discipline', action: 'deleted', before: { name: 'frontend' } },
    ]);
    expect((await project.refusal('delete_discipline', { name: 'frontend' })).code).toBe(
      'not_found',
    );
  });
});
