import type { Node } from 'jsonc-parser';
import type { Problem } from '../validate/problem.ts';
import { branchNameFault } from './branch-name.ts';
import { type JsonDocument, parseJsonDocument } from './json-document.ts';
import {
  type Complain,
  expectString,
  expectText,
  kind,
  readFields,
  shown,
  wrongType,
} from './prd-fields.ts';

export interface PrdReport {
  readonly problems: readonly Problem[];
  /** How many stories there are; 0 when that cannot be told. */
  readonly stories: number;
}

const topKeys = ['branchName', 'userStories'];
const storyKeys = ['id', 'title', 'acceptanceCriteria', 'priority', 'passes', 'notes'];
/** A file that is wrong throughout is not explained better by a thousand lines. */
const mostProblems = 50;

/** Judges the text of a prd.json: the keys that every story needs, and their types. */
export function checkPrd(text: string, file: string): PrdReport {
  const document = parseJsonDocument(text);
  if (!document.ok) return { problems: [syntaxProblem(document, file)], stories: 0 };
  const found: Problem[] = [];
  const complain: Complain = (node, severity, code, message, fix) =>
    found.push({ severity, code, file, line: document.lineOf(node), message, fix });

  const stories = checkTop(document.root, complain);
  const ids = new Map<string, number>();
  for (const [index, story] of (stories?.children ?? []).entries()) {
    const name = `userStories[${index}]`;
    const id = checkStory(story, name, complain);
    const earlier = id === undefined ? undefined : ids.get(id);
    if (id === undefined) continue;
    if (earlier !== undefined) {
      complain(
        story,
        'error',
        'prd_duplicate_id',
        `${name}.id "${shown(id)}" is already the id of userStories[${earlier}].`,
        'Give each story an id of its own.',
      );
    } else ids.set(id, index);
  }
  return { problems: bounded(toldOnce(found), file), stories: stories?.children?.length ?? 0 };
}

/** A key of another tool is in every story as a rule, and is told of once. */
function toldOnce(found: readonly Problem[]): Problem[] {
  const what = ({ message }: Problem) => message.replace(/^userStories\[\d+\] /, '');
  const isKey = ({ code }: Problem) => code === 'prd_unknown_key';
  const told = new Set<string>();
  return found.flatMap((problem) => {
    if (!isKey(problem)) return [problem];
    if (told.has(what(problem))) return [];
    told.add(what(problem));
    const more = found.filter((one) => isKey(one) && what(one) === what(problem)).length - 1;
    if (more === 0) return [problem];
    return [{ ...problem, message: problem.message.replace('] has', `] and ${more} more have`) }];
  });
}

function syntaxProblem(document: Extract<JsonDocument, { ok: false }>, file: string): Problem {
  return {
    severity: 'error',
    code: 'prd_syntax',
    file,
    line: document.line,
    message: `Not valid JSON at line ${document.line}, column ${document.column}: ${document.reason}.`,
    fix: 'Correct the file there. An empty PRD is {"branchName": "ralph/feature", "userStories": []}.',
  };
}

function checkTop(root: Node, complain: Complain): Node | undefined {
  if (root.type !== 'object') {
    complain(
      root,
      'error',
      'prd_shape',
      `The top of the file is ${kind(root)}; an object is needed.`,
      'Write {"branchName": "ralph/feature", "userStories": [ … ]}.',
    );
    return undefined;
  }
  const fields = readFields(root, 'The PRD', topKeys, complain);
  const branch = fields.get('branchName');
  if (branch && expectString(branch, 'branchName', complain)) {
    const fault = branchNameFault(branch.value);
    if (fault !== undefined) {
      complain(
        branch,
        'error',
        'prd_branch_name',
        `branchName "${shown(branch.value)}" is no name for a git branch: ${fault}.`,
        'Use letters, digits, - and /, for example "ralph/feature".',
      );
    }
  }
  const stories = fields.get('userStories');
  if (stories && stories.type !== 'array') {
    wrongType(
      stories,
      'userStories',
      'a list',
      'Write a list of stories; [] is an empty one.',
      complain,
    );
    return undefined;
  }
  return stories;
}

/** Checks one story and answers its id. */
function checkStory(story: Node, name: string, complain: Complain): string | undefined {
  if (story.type !== 'object') {
    wrongType(story, name, 'an object', `Write an object with ${storyKeys.join(', ')}.`, complain);
    return undefined;
  }
  const fields = readFields(story, name, storyKeys, complain);
  const at = (key: string, check: (node: Node, path: string) => void) => {
    const node = fields.get(key);
    if (node) check(node, `${name}.${key}`);
  };
  at('title', (node, path) => expectText(node, path, complain));
  at('notes', (node, path) => expectString(node, path, complain));
  at('acceptanceCriteria', (node, path) => checkCriteria(node, path, complain));
  at('priority', (node, path) => {
    if (node.type !== 'number' || !Number.isSafeInteger(node.value)) {
      const fix = 'Write a whole number without quotes; 1 comes first.';
      wrongType(node, path, 'a whole number', fix, complain);
    }
  });
  at('passes', (node, path) => {
    if (node.type !== 'boolean') {
      const fix = 'Write false without quotes; Ralph sets true when the gates are green.';
      wrongType(node, path, 'true or false', fix, complain);
    }
  });
  const id = fields.get('id');
  return id && expectText(id, `${name}.id`, complain) ? id.value : undefined;
}

function checkCriteria(node: Node, path: string, complain: Complain): void {
  if (node.type !== 'array') {
    wrongType(
      node,
      path,
      'a list of texts',
      'Write a list, one checkable sentence each.',
      complain,
    );
    return;
  }
  for (const [index, item] of (node.children ?? []).entries()) {
    expectText(item, `${path}[${index}]`, complain);
  }
  if (!node.children?.length) {
    complain(
      node,
      'warning',
      'prd_no_criteria',
      `${path} is empty, so nothing says when the story is done.`,
      'Add at least one sentence that a test or a person can check.',
    );
  }
}

function bounded(problems: Problem[], file: string): readonly Problem[] {
  if (problems.length <= mostProblems) return problems;
  // Errors first, so that a page of remarks never hides what stops a run.
  const byWeight = [...problems].sort((a, b) => a.severity.localeCompare(b.severity));
  const rest = byWeight.slice(mostProblems);
  const severity = rest.some((problem) => problem.severity === 'error') ? 'error' : 'warning';
  return [
    ...byWeight.slice(0, mostProblems),
    {
      severity,
      code: 'prd_more_problems',
      file,
      message: `${rest.length} more problems of the same kinds are not shown.`,
      fix: 'Correct those above and validate again.',
    },
  ];
}
