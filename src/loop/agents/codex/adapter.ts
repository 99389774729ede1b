import type { AgentAdapter, Permission } from '../adapter.ts';
import { option } from '../options.ts';
import { codexParser } from './parser.ts';
import { serverSettings } from './server-settings.ts';
import { toml } from './toml.ts';

const permissionArgs: Readonly<Record<Permission, readonly string[]>> = {
  read_only: ['-s', 'read-only'],
  edit: ['-s', 'workspace-write'],
  full: ['--dangerously-bypass-approvals-and-sandbox'],
};

/** Codex. The host's config.toml is not read; its login is. */
export const codex: AgentAdapter = {
  name: 'codex',
  reports: { cost: false, tokens: true },
  command(intent) {
    const servers = serverSettings(intent);
    const effort = intent.reasoningEffort;
    const settings: Readonly<Record<string, unknown>> = {
      'analytics.enabled': false,
      ...(effort !== undefined && { model_reasoning_effort: effort }),
      ...servers.settings,
    };
    return {
      program: intent.command ?? 'codex',
      args: [
        'exec',
        '--json',
        '--ephemeral',
        '--ignore-user-config',
        '--skip-git-repo-check',
        ...option('--color', 'never'),
        // Both reach out to hosts of their own at start.
        ...option('--disable', 'plugins'),
        ...option('--disable', 'apps'),
        ...option('-m', intent.model),
        ...permissionArgs[intent.permission],
        ...Object.entries(settings).flatMap(([key, value]) =>
          option('-c', `${key}=${toml(value)}`),
        ),
        ...(intent.extraArgs ?? []),
        '-',
      ],
      env: servers.env,
    };
  },
  createParser: codexParser,
};
