import type { Check } from '../check.ts';

export const databaseCheck: Check = {
  name: 'database',
  async run({ root, services }) {
    const report = await services.inspectDatabase(root);
    if (report.status !== 'problem') return [];
    return [
      {
        severity: 'error',
        code: 'database_unusable',
        file: report.file,
        message: report.message ?? 'The database cannot be used.',
        fix: report.fix ?? 'Run ralph doctor for details.',
      },
    ];
  },
};
