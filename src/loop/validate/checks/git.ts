import { gitState } from '../../programs/git-state.ts';
import type { Check } from '../check.ts';
import type { Problem } from '../problem.ts';

export const gitCheck: Check = {
  name: 'git',
  async run({ root, services }) {
    const state = await gitState(root, services.env);
    const warning = (code: string, message: string, fix: string): Problem[] => [
      { severity: 'warning', code, message, fix },
    ];
    switch (state.kind) {
      case 'no_git':
        return warning(
          'git_missing',
          'git was not found, so bad edits could not be undone.',
          'Install git and make sure that it is on PATH.',
        );
      case 'none':
        return warning(
          'not_a_repository',
          'This folder is no git repository, so bad edits could not be undone.',
          'Run git init and commit what you have.',
        );
      case 'refused':
        return warning(
          'git_refused',
          `git does not want to work here: ${state.reason}`,
          'Do what git suggests, then validate again.',
        );
      case 'repository':
        return state.hasCommits
          ? []
          : warning(
              'no_commits',
              'The repository has no commit yet, so there is nothing to go back to.',
              'Commit what you have: git add . && git commit -m "Start".',
            );
    }
  },
};
