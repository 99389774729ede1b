import type { AgentName } from '../../config.ts';
import { loopFiles } from '../../loop-files.ts';

export interface ConfigGate {
  readonly name: string;
  readonly run: string;
  /** Set for a gate that was found and not named by the user. */
  readonly detected_from?: string;
}

export interface ConfigChoices {
  readonly agent: AgentName;
  /** The command line of a custom agent. */
  readonly customCommand?: string;
  /** Nothing leaves it to each run to find its gates; an empty list says that there are none. */
  readonly gates: readonly ConfigGate[] | undefined;
}

export function ralphYaml(choices: ConfigChoices): string {
  return `# yaml-language-server: $schema=${loopFiles.configSchema}
# Ralph's settings for this repository. Everything here is optional: \`ralph config show --sources\`
# prints every setting, its value and where it comes from.

agents:
  # claude, codex, opencode, gemini, copilot, qwen, amp, custom or demo
  default: ${choices.agent}
${customAgent(choices)}  # Used in this order when the first one has reached its rate limit:
  # fallback: [codex]

# Commands that prove the work. Ralph runs them itself, and believes that something is done only
# when they are green. Where tests fail already and to mend them is not the work, write
# "baseline: tolerate" under a gate: what failed before the run is then forgiven, test by test.
${gateList(choices.gates)}
# Limits of one run. There is no limit on tokens or cost unless you set one.
budgets:
  iterations: 10
  minutes: 240
  # tokens: 2000000
  # cost_usd: 20

# What a run reads, and where it may write (repository paths; none means everywhere).
# run:
#   prompt_file: ${loopFiles.prompt}
#   prd_file: ${loopFiles.prd}
#   allowed_paths: [src, test]

# One commit for each accepted iteration:
# commit: true
`;
}

function customAgent({ agent, customCommand }: ConfigChoices): string {
  if (agent !== 'custom') return '';
  const command = quoted(customCommand ?? 'your-agent --that-reads-the-prompt-on-stdin');
  return `  custom:\n    command: ${command}\n`;
}

function gateList(gates: ConfigChoices['gates']): string {
  if (gates === undefined) return '# gates:\n#   - { name: test, run: "npm test" }\n';
  if (gates.length === 0) return 'gates: []\n';
  const lines = gates.flatMap((gate) => [
    `  - name: ${gate.name}${gate.detected_from === undefined ? '' : ` # found in ${printable(gate.detected_from)}`}`,
    `    run: ${quoted(gate.run)}`,
  ]);
  return `gates:\n${lines.join('\n')}\n`;
}

/** JSON's strings are YAML's double-quoted strings. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A file name may hold anything, and a line break would end the comment it stands in. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
