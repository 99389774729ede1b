import { Ajv, addFormats } from '@modelcontextprotocol/client/validators/ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { reference } from '../../base/env-reference.ts';
import { type ConfigJsonSchema, configJsonSchema } from './json-schema.ts';
import { isTree, namedLayer } from './layer.ts';
import { presets } from './presets.ts';
import { resolveConfig } from './resolve-config.ts';
import { configSchema } from './schema.ts';
import { defaultsOf } from './schema-shape.ts';

const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
const accepts = ajv.compile(configJsonSchema());

const example = `
preset: standard
agents:
  default: claude
  fallback: [codex]
  custom: { command: "my-agent --stdin" }
gates:
  - { name: test, run: "npm test" }
budgets: { iterations: 10, minutes: 240, tokens: 2000000, cost_usd: 20, stall: 5 }
recipes:
  docs_only: { base: task_execution, remove: [add_feature_context_file] }
catalog:
  servers: { github: { command: npx, args: [-y, "@modelcontextprotocol/server-github"], env: { GITHUB_TOKEN: "${reference('GITHUB_TOKEN')}" } } }
learning: { enabled: true, mcp_context: { storage: { backend: lancedb }, scoring: { mode: additive } } }
`;

const loaderAccepts = (values: unknown) =>
  isTree(values) && resolveConfig([namedLayer('flag', 'test', values)]).problems.length === 0;

describe('the JSON Schema of ralph.yaml', () => {
  it.each<[string, unknown]>([
    ['an empty file', {}],
    ['the documented example', parse(example)],
    ['all defaults written out', defaultsOf(configSchema)],
    ['what is resolved from them', resolveConfig([]).config],
    ...Object.entries(presets).map(([name, values]): [string, unknown] => [name, values]),
    ['keys without a value', parse('budgets:\npreset:\ncatalog: { servers: { a: } }\n')],
    ['a server elsewhere', parse('catalog: { servers: { a: { type: sse, url: "http://x" } } }')],
  ])('accepts %s, as the loader does', (_, values) => {
    expect(accepts(values), JSON.stringify(accepts.errors)).toBe(true);
    expect(loaderAccepts(values)).toBe(true);
  });

  it.each([
    'telemetry: true',
    'budgets: { iteration: 1 }',
    'budgets: { iterations: -1 }',
    'budgets: { stall: 1.5 }',
    'preset: huge',
    'agents: { fallback: [cursor] }',
    'agents: { claude: { price: 1 } }',
    'gates: [{ name: test }]',
    'gates: [{ name: test, run: x, when: always }]',
    'recipes: { mine: { base: mine } }',
    'recipes: { yap: { base: yap } }',
    'tools: { remove: [Comment] }',
    'catalog: { servers: { category: { command: x } } }',
    'catalog: { servers: { a: { command: x, enviroment: {} } } }',
    'run: { allowed_paths: [/etc] }',
    'run: { prompt_file: ../x }',
    'server: { toolsets: [] }',
    'learning: { mcp_context: { scoring: { mode: magic } } }',
    'prices: { m: { input: 1 } }',
    'ui: []',
  ])('refuses %s, as the loader does', (yaml) => {
    expect(accepts(parse(yaml))).toBe(false);
    expect(loaderAccepts(parse(yaml))).toBe(false);
  });

  it('describes every setting', () => {
    const undescribed: string[] = [];
    const visit = (schema: ConfigJsonSchema, path: string) => {
      for (const [key, child] of Object.entries(schema.properties ?? {})) {
        if (!child.description) undescribed.push(`${path}${key}`);
        visit(child, `${path}${key}.`);
      }
      if (schema.items) visit(schema.items, `${path}*.`);
      if (isTree(schema.additionalProperties)) visit(schema.additionalProperties, `${path}*.`);
    };
    visit(configJsonSchema(), '');
    expect(undescribed).toEqual([]);
  });

  it('keeps defaults and examples where a value is transformed', () => {
    const { server, catalog } = configJsonSchema().properties ?? {};
    expect(server?.properties?.transport).toMatchObject({ default: 'stdio' });
    expect(catalog?.properties?.servers).toMatchObject({ default: {}, examples: [{}] });
  });

  it('says of each setting what was said of that one', () => {
    const access = configJsonSchema().properties?.catalog?.properties?.access?.properties;
    expect(access?.allow?.description).toMatch(/^Only these/);
    expect(access?.deny?.description).toMatch(/^These may not/);
  });

  it('is draft 7, with defaults and examples', () => {
    const schema = configJsonSchema();
    expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
    expect(schema.properties?.budgets?.properties).toMatchObject({
      iterations: { type: ['integer', 'null'], minimum: 0, default: 10 },
      tokens: { examples: [2_000_000] },
    });
    expect(JSON.stringify(schema)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });
});
