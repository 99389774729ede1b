import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { createLogger } from '../../base/logger.ts';
import { toolsFor } from '../../tool/define-tool.ts';
import { createRegistry } from '../../tool/registry.ts';
import type { Caller } from '../../tool/tool.ts';
import { styleFor } from '../terminal/style.ts';
import { callTool } from './call-tool.ts';
import { findTool } from './find-tool.ts';
import { readToolArguments } from './read-arguments.ts';
import { renderTool, renderToolTable } from './render-tools.ts';
import { allFields } from './schema-fields.ts';
import { toolRecord } from './tool-record.ts';

const callers: Caller[] = [];
const started = withResolvers();
const defineTool = toolsFor<object>('project');
const definitions = [
  defineTool({
    name: 'list_cakes',
    title: 'List cakes',
    description: 'Lists the cakes.',
    category: 'cakes',
    effect: 'read',
    aliases: ['cakes.list'],
    input: z.strictObject({
      count: z.int().default(3).describe('How many.'),
      kind: z.enum(['sponge', 'tart']).optional(),
      tags: z.array(z.string()).optional().describe('All of these.'),
      baker: z.union([z.string(), z.null()]),
    }),
    output: z.object({ cakes: z.array(z.string()) }),
    async handler({ count }, { caller }) {
      callers.push(caller);
      return { cakes: Array.from({ length: count }, (_, i) => `cake ${i}`) };
    },
  }),
  defineTool({
    name: 'wait_for_cake',
    title: 'Wait',
    description: 'Waits until it is stopped.',
    category: 'cakes',
    effect: 'execute',
    input: z.strictObject({}),
    output: z.object({}),
    handler: (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        started.resolve();
      }),
  }),
  defineTool({
    name: 'drop_cake',
    title: 'Drop',
    description: 'Has a bug.',
    category: 'cakes',
    effect: 'create',
    input: z.strictObject({}),
    output: z.object({}),
    async handler() {
      throw new TypeError('cake is undefined');
    },
  }),
];
const registry = createRegistry(definitions.map((tool) => tool.bind(() => ({}))));
const style = styleFor({
  output: { isTerminal: false, line() {}, json() {}, error() {} },
  env: {},
});

describe('calling', () => {
  const logged: string[] = [];
  const call = (name: string, input: unknown, signal = new AbortController().signal) =>
    callTool(registry, name, input, {
      env: {},
      logger: createLogger({ write: (line) => logged.push(line) }),
      signal,
    });

  it('is done as the person who types, and no answer is cut', async () => {
    const outcome = await call('list_cakes', { count: 20_000, baker: null });
    expect(outcome).toMatchObject({ ok: true, structured: { cakes: { length: 20_000 } } });
    expect(callers.at(-1)).toEqual({
      author: expect.stringMatching(/./),
      via: 'cli',
      session: null,
    });
  });

  it('answers refusals with their code', async () => {
    expect(await call('list_cakes', { cuont: 1 })).toMatchObject({
      ok: false,
      error: { code: 'invalid_argument' },
    });
    expect(await call('list_caks', {})).toMatchObject({
      ok: false,
      error: {
        code: 'not_found',
        message: 'No tool is called "list_caks". Did you mean "list_cakes"?',
      },
    });
  });

  it('logs what broke inside a tool', async () => {
    expect(await call('drop_cake', {})).toMatchObject({
      ok: false,
      error: { code: 'execution_failed' },
    });
    expect(logged.join('')).toContain('cake is undefined');
  });

  it('ends with the reason of the stop when it is stopped', async () => {
    const stop = new AbortController();
    const waiting = call('wait_for_cake', {}, stop.signal);
    await started.promise;
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('arguments', () => {
  const folder = scratchFolder();
  beforeAll(async () => {
    await writeFile(path.join(folder, 'good.json'), '\uFEFF{"a": 1}');
    await writeFile(path.join(folder, 'bad.json'), '{"a": ');
  });

  const read = (given: string, stdin: readonly string[] = []) =>
    readToolArguments(given, {
      cwd: folder,
      stdin: async function* () {
        yield* stdin;
      },
    });

  it('come as JSON, from a file or from standard input', async () => {
    expect(await read('{"a":1}')).toEqual({ a: 1 });
    expect(await read('@good.json')).toEqual({ a: 1 });
    expect(await read('-', ['{"a"', ':1}'])).toEqual({ a: 1 });
  });

  it.each([
    ['{a:1}', /^The arguments of --json are not JSON: .+/],
    ['@bad.json', /^The arguments in .+bad\.json are not JSON: .+/],
    ['-', /^The arguments on standard input are not JSON: .+/],
    ['@missing.json', /^The file of --json could not be read: ENOENT.+/],
    ['[1]', /^The arguments of --json are JSON, but not an object\.$/],
    ['null', /^The arguments of --json are JSON, but not an object\.$/],
  ])('%s is refused with what to write', async (given, message) => {
    const refusal = read(given);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toMatchObject({
      exitCode: 2,
      hint: expect.stringMatching(/--json|standard input/),
    });
  });
});

describe('showing', () => {
  it('a table for people', () => {
    expect(renderToolTable(registry.list(), style, { fit: false })).toMatchInlineSnapshot(`
      "TOOL           TOOLSET  EFFECT       TITLE
      list_cakes     project  reads        List cakes
      wait_for_cake  project  can destroy  Wait
      drop_cake      project  writes       Drop"
    `);
  });

  it('one tool for people', () => {
    expect(
      renderTool(findTool(registry, 'cakes.list'), style, { fit: false }),
    ).toMatchInlineSnapshot(`
      "list_cakes  List cakes

      Lists the cakes.

      Toolset project, category cakes, reads.
      Also called as: cakes.list

      Input
        FIELD   TYPE               MEANING
        count?  integer            How many. (default: 3)
        kind?   "sponge" | "tart"
        tags?   list of string     All of these.
        baker   string | null

      Output
        FIELD  TYPE            MEANING
        cakes  list of string

      Call it: ralph tool call list_cakes --json '{…}'"
    `);
  });

  it('the objects in a list with their own fields', () => {
    const answers = { type: 'array', items: { properties: { met: { type: 'boolean' } } } };
    const place = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] };
    expect(
      allFields({ properties: { answers, place } }).map(({ name, type, required }) => [
        name,
        type,
        required,
      ]),
    ).toEqual([
      ['answers', 'list of any', false],
      ['answers[].met', 'boolean', false],
      ['place', 'object', false],
      ['place.x', 'number', true],
    ]);
  });

  it('one tool for programs, in snake case', () => {
    const record = toolRecord(findTool(registry, 'list_cakes'));
    expect(record).toMatchObject({
      name: 'list_cakes',
      toolset: 'project',
      aliases: ['cakes.list'],
      annotations: { read_only_hint: true, destructive_hint: false },
      input_schema: { type: 'object', additionalProperties: false },
      output_schema: { type: 'object' },
    });
    expect(toolRecord(findTool(registry, 'drop_cake'))).not.toHaveProperty('aliases');
  });

  it('an unknown tool is refused with the one that was meant', () => {
    expect(() => findTool(registry, 'list_cake')).toThrow(
      'No tool is called "list_cake". Did you mean "list_cakes"?',
    );
  });
});

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
