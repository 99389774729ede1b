import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../app/config/load-config.ts';
import { agentNames } from '../../config.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { type ConfigChoices, ralphYaml } from './ralph-yaml.ts';

const home = temporaryFolder();

async function load(choices: ConfigChoices) {
  const root = temporaryFolder({ 'ralph.yaml': ralphYaml(choices) });
  return (await loadConfig({ root, env: { HOME: home } })).config;
}

describe('ralphYaml', () => {
  it.each(agentNames)('is a configuration without problems: %s', async (agent) => {
    const config = await load({ agent, gates: undefined });
    expect(config.agents.default).toBe(agent);
    expect(config.gates).toBeUndefined();
    expect(config.budgets).toMatchObject({ iterations: 10, minutes: 240 });
  });

  it('holds gates of any text', async () => {
    const run = 'x "y" \'z\' # no comment: {a} [b] \\ \t \u2028 é 💥\nnext';
    const gates = [
      { name: 'odd', run, detected_from: 'a\n- name: "sneaky" # é.sln' },
      { name: 'own', run: 'true' },
    ];
    expect((await load({ agent: 'claude', gates })).gates).toEqual([
      { name: 'odd', run, baseline: 'strict' },
      { name: 'own', run: 'true', baseline: 'strict' },
    ]);
    expect((await load({ agent: 'claude', gates: [] })).gates).toEqual([]);
  });

  it('holds a command of any text', async () => {
    const customCommand = 'agent --key "a: b" # c';
    const config = await load({ agent: 'custom', customCommand, gates: undefined });
    expect(config.agents.custom.command).toBe(customCommand);
  });
});
