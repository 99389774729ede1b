import { loopFiles } from '../../loop-files.ts';
import type { ConfigProblem } from '../../services.ts';
import type { Problem } from '../problem.ts';

/** The configuration's own problems in the form of the others. */
export function configProblems(problems: readonly ConfigProblem[]): readonly Problem[] {
  return problems.map(({ where, path, message, hint }) => {
    const at = /^(?<file>.*?):(?<line>\d+)(:\d+)?$/.exec(where)?.groups;
    const inProject = at?.file === loopFiles.config;
    const subject = [...(inProject ? [] : [where]), ...(path ? [path] : [])].join(' ');
    return {
      severity: 'error',
      code: 'config_invalid',
      ...(inProject && at?.line && { file: loopFiles.config, line: Number(at.line) }),
      message: subject ? `${subject}: ${message}` : message,
      fix: hint,
    };
  });
}
