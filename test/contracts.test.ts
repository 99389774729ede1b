import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../src/app/create-app.ts';
import { createLogger } from '../src/base/logger.ts';
import { listedTool } from '../src/tool/registry.ts';

const app = createApp({
  roots: [import.meta.dirname],
  env: {},
  logger: createLogger({ level: 'error', format: 'text', write: () => {} }),
});

const tools = (await app.registry()).list();

const folder = path.join(import.meta.dirname, 'contracts/tools');

describe('the contract of each tool', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s', async (name, tool) => {
    const listing = `${JSON.stringify(listedTool(tool), null, 2)}\n`;
    await expect(listing).toMatchFileSnapshot(path.join(folder, `${name}.json`));
  });

  it('is kept of no tool that is gone', () => {
    expect(readdirSync(folder).sort()).toEqual(tools.map(({ name }) => `${name}.json`).sort());
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s can be read by every client',
    (_, tool) => {
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.inputSchema.additionalProperties).toBe(false);
      for (const union of ['anyOf', 'oneOf', 'allOf'])
        expect(tool.inputSchema).not.toHaveProperty(union);
      const names = Object.keys(tool.inputSchema.properties ?? {});
      for (const field of names) expect(field).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(tool.description.length).toBeLessThan(400);
    },
  );
});
