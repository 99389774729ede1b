import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { backupFile, writeFileAtomic } from '../../base/files.ts';
import type { GeneratedFile } from '../../session/server-file.ts';
import { loopFiles } from '../loop-files.ts';
import { gitState } from '../programs/git-state.ts';
import { checkRoot } from './check-root.ts';
import { chooseSettings, type SettingChoices } from './choose-settings.ts';
import { scaffoldPrd, scaffoldPrdPrompt } from './files/prd.ts';
import { scaffoldProgress } from './files/progress.ts';
import { scaffoldPrompt } from './files/prompt.ts';
import { ralphYaml } from './files/ralph-yaml.ts';
import { scaffoldCodebaseMap, scaffoldUnderstandPrompt } from './files/understand.ts';
import { withIgnoreLines } from './ignore-lines.ts';
import { nextSteps } from './next-steps.ts';
import { inspectTarget, refuseLink, type ScaffoldTarget } from './scaffold-target.ts';

export interface InitRequest extends SettingChoices {
  readonly root: string;
  /** Replace scaffold files that differ, after a backup; and accept the home folder as root. */
  readonly force?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The JSON Schema that editors check `ralph.yaml` with. */
  readonly configSchema: object;
  /** The generated MCP server of a project. */
  readonly projectServer: (root: string) => Promise<readonly GeneratedFile[]>;
  readonly onFile?: (file: InitFile, done: number, total: number) => void;
}

export interface InitFile {
  readonly path: string;
  readonly action: 'created' | 'kept' | 'replaced' | 'updated';
  /** The copy of what was replaced, relative to the root. */
  readonly backup?: string;
}

export interface InitResult {
  readonly root: string;
  readonly files: readonly InitFile[];
  readonly warnings: readonly string[];
  readonly next_steps: readonly string[];
}

/** `latin1` bytes, because a user's own lines in a file must come back exactly as they were. */
interface PlannedFile {
  readonly target: ScaffoldTarget;
  readonly action: InitFile['action'];
  readonly bytes: string;
}

/**
 * Writes Ralph's files into a repository. Everything that could refuse is looked at before the first write,
 * and each file is written whole or not at all, so an init that was killed is finished by another one.
 */
export async function initProject(request: InitRequest): Promise<InitResult> {
  const root = await checkRoot(request.root, { force: request.force ?? false, env: request.env });
  const settings = await chooseSettings(root, request.env, request);
  const warnings: string[] = [];
  const plan = [
    ...(await planScaffold(root, ralphYaml(settings), request.force ?? false)),
    ...(await planGenerated(root, [
      {
        path: loopFiles.configSchema,
        text: `${JSON.stringify(request.configSchema, null, 2)}\n`,
      },
      ...(await request.projectServer(root)),
    ])),
    await planIgnoreFile(root, warnings),
  ];
  const files: InitFile[] = [];
  for (const planned of plan) {
    const file = await carryOut(root, planned);
    files.push(file);
    request.onFile?.(file, files.length, plan.length);
  }
  const configKept = files.some((file) => file.path === loopFiles.config && file.action === 'kept');
  if (configKept && (request.agent !== undefined || request.gates)) {
    warnings.push(
      `${loopFiles.config} was there and is kept, so the agent and gates given now are not in it. Edit it, or use --force.`,
    );
  }
  const git = await gitState(root, request.env);
  if (git.kind === 'none') {
    warnings.push(
      'This folder is no git repository. Run "git init": Ralph undoes bad edits with git.',
    );
  }
  if (git.kind === 'no_git') {
    warnings.push('git was not found. Install it: Ralph undoes bad edits with git.');
  }
  // An existing ralph.yaml may say anything; only `ralph validate` reads it.
  const steps = await nextSteps(root, configKept ? undefined : settings, request.env);
  return { root, files, warnings, next_steps: steps };
}

async function planScaffold(root: string, config: string, force: boolean): Promise<PlannedFile[]> {
  const scaffold: readonly (readonly [string, string])[] = [
    [loopFiles.config, config],
    [loopFiles.prompt, scaffoldPrompt],
    [loopFiles.prd, scaffoldPrd],
    [loopFiles.prdPrompt, scaffoldPrdPrompt],
    [loopFiles.progress, scaffoldProgress],
    [loopFiles.codebaseMap, scaffoldCodebaseMap],
    [loopFiles.understandPrompt, scaffoldUnderstandPrompt],
  ];
  const plan: PlannedFile[] = [];
  for (const [file, text] of scaffold) {
    const target = await inspectTarget(root, file);
    const bytes = asBytes(text);
    if (target.existing === undefined) plan.push({ target, action: 'created', bytes });
    else if (!force || target.existing === bytes) plan.push({ target, action: 'kept', bytes });
    else {
      refuseLink(target);
      plan.push({ target, action: 'replaced', bytes });
    }
  }
  return plan;
}

/** Generated and never edited, so a newer Ralph brings its own without asking. */
async function planGenerated(
  root: string,
  files: readonly GeneratedFile[],
): Promise<PlannedFile[]> {
  const plan: PlannedFile[] = [];
  for (const { path: file, text } of files) {
    const target = await inspectTarget(root, file);
    const bytes = asBytes(text);
    if (target.existing === undefined) plan.push({ target, action: 'created', bytes });
    else if (target.existing === bytes) plan.push({ target, action: 'kept', bytes });
    else {
      refuseLink(target);
      plan.push({ target, action: 'updated', bytes });
    }
  }
  return plan;
}

async function planIgnoreFile(root: string, warnings: string[]): Promise<PlannedFile> {
  const target = await inspectTarget(root, loopFiles.ignore);
  const keep: PlannedFile = { target, action: 'kept', bytes: target.existing ?? '' };
  if (/^(\xff\xfe|\xfe\xff)/.test(target.existing ?? '')) {
    warnings.push(
      '.gitignore is UTF-16, which git cannot read. Save it as UTF-8 and run init again.',
    );
    return keep;
  }
  const bytes = withIgnoreLines(target.existing);
  if (bytes === undefined) return keep;
  refuseLink(target);
  return { target, action: target.existing === undefined ? 'created' : 'updated', bytes };
}

async function carryOut(root: string, planned: PlannedFile): Promise<InitFile> {
  const { target, bytes } = planned;
  const result = { path: target.path, action: planned.action };
  if (planned.action === 'kept') return result;
  // Somebody may have made the file since the plan was: then it is theirs.
  if (planned.action === 'created' && (await lstat(target.absolute).catch(() => undefined))) {
    return { path: target.path, action: 'kept' };
  }
  const backup = planned.action === 'replaced' ? await backupFile(target.absolute) : undefined;
  await writeFileAtomic(target.absolute, Buffer.from(bytes, 'latin1'));
  if (backup === undefined) return result;
  return { ...result, backup: path.relative(root, backup).replaceAll(path.sep, '/') };
}

function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
