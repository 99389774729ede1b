import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import type { CriterionResult } from '../../project/model.ts';
import { UsageError } from '../usage-error.ts';

const taskSchema = z.object({ task: z.object({ acceptance_criteria: z.array(z.string()) }) });

export function criteriaOf(answer: unknown): string[] {
  return taskSchema.parse(answer).task.acceptance_criteria;
}

/** `1=evidence` or `the criterion=evidence` for each criterion; refuses what is unknown or left out. */
export function readAnswers(
  id: number,
  criteria: readonly string[],
  written: readonly string[],
): CriterionResult[] {
  const answers = new Map(written.map((text) => readAnswer(id, criteria, text)));
  const open = criteria.filter((criterion) => !answers.has(criterion));
  if (open.length > 0) {
    const count = open.length === 1 ? 'One criterion' : `${open.length} criteria`;
    throw new ToolError(
      'conflict',
      [`${count} of task #${id} ${open.length === 1 ? 'is' : 'are'} not answered:`]
        .concat(numbered(criteria, open))
        .join('\n'),
      {
        hint: `Answer each: --met "${criteria.indexOf(open[0] ?? '') + 1}=what shows it".`,
        details: open.map((message) => ({ field: 'met', message })),
      },
    );
  }
  return criteria.map((criterion) => ({
    criterion,
    met: true,
    evidence: answers.get(criterion) ?? '',
  }));
}

function readAnswer(
  id: number,
  criteria: readonly string[],
  written: string,
): readonly [criterion: string, evidence: string] {
  const [, number, rest = ''] = /^(\d+)=(.*)$/s.exec(written) ?? [];
  const byNumber = number === undefined ? undefined : criteria[Number(number) - 1];
  if (byNumber !== undefined) return [byNumber, rest];
  // A criterion may hold "=" itself, so the longest that fits is meant.
  const [longest] = criteria
    .filter((criterion) => written.startsWith(`${criterion}=`))
    .sort((a, b) => b.length - a.length);
  if (longest !== undefined) return [longest, written.slice(longest.length + 1)];
  const known = criteria.length === 0 ? ['  (it has none)'] : numbered(criteria, criteria);
  throw new UsageError(
    [`--met: "${written}" begins with no criterion of task #${id}. Its criteria:`]
      .concat(known)
      .join('\n'),
    { hint: 'Write the number of a criterion, "=", and what shows that it is met.' },
  );
}

function numbered(all: readonly string[], shown: readonly string[]): string[] {
  return shown.map((criterion) => `  ${all.indexOf(criterion) + 1}. ${criterion}`);
}
