import { describe, expect, it } from 'vitest';
import { plainRegistry, plainTool } from '../../test/fixtures/server/plain-tool.ts';
import { createLogger } from '../base/logger.ts';
import { definePrompt } from './prompt.ts';
import { toolsetSurface } from './surface.ts';

describe('toolsetSurface', () => {
  const loopTool = plainTool({ name: 'a', description: 'A.', run: async () => '' });
  const projectTool = { ...loopTool, name: 'b', toolset: 'project' as const };
  const registry = {
    ...plainRegistry([loopTool, projectTool]),
    list: () => [loopTool],
  };
  const surface = toolsetSurface({
    key: 'k',
    registry,
    toolsets: ['loop'],
    resources: [],
    prompts: [],
    caller: { author: 'x', via: 'mcp', session: null },
    logger: createLogger({ write: () => {} }),
  });

  it('lists the toolsets it was made for', () => {
    expect(surface.tools).toEqual([loopTool]);
    expect(surface.policy.check(loopTool, {})).toEqual({ allowed: true });
  });

  it('offers a prompt only with the tools that it calls', () => {
    const prompt = (name: string, tools: string[]) =>
      definePrompt({ name, title: name, description: '', tools, render: async () => [] }).bind({});
    const { prompts } = toolsetSurface({
      ...surface,
      toolsets: ['loop'],
      prompts: [prompt('can', ['a']), prompt('cannot', ['a', 'b']), prompt('free', [])],
    });
    expect(prompts.map(({ name }) => name)).toEqual(['can', 'free']);
  });

  it('refuses the others, and says how to get them', () => {
    expect(surface.policy.check(projectTool, {})).toEqual({
      allowed: false,
      message: 'b belongs to the toolset "project", which this server was not started with (loop).',
      hint: 'Restart it as `ralph mcp --toolsets loop,project`, or use one of the tools it lists.',
    });
  });
});
