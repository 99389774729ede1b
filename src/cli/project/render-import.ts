import type { ImportReport } from '../../project/transfer/import-report.ts';

const mostShown = 12;

export function renderImport(report: ImportReport, dryRun: boolean): string {
  const { created, updated, unchanged, features, disciplines, notes } = report;
  const ids = (list: readonly number[]) => {
    const shown = list.slice(0, mostShown).map((id) => `#${id}`);
    return shown.length > 0
      ? ` (${[...shown, ...(list.length > mostShown ? ['…'] : [])].join(', ')})`
      : '';
  };
  const verb = dryRun ? 'Would import' : 'Imported';
  return [
    `${verb}: ${created.length} new${dryRun ? '' : ids(created)}, ${updated.length} changed${ids(updated)}, ${unchanged.length} as they were.`,
    ...(features.length > 0 ? [`New features: ${features.join(', ')}`] : []),
    ...(disciplines.length > 0 ? [`New disciplines: ${disciplines.join(', ')}`] : []),
    ...notes,
  ].join('\n');
}
