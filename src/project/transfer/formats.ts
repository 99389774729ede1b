/** The formats of task files, apart from the code that reads and writes them. */
export const exportFormats = ['json', 'md', 'prd'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const importFormats = ['prd', 'tasks-md', 'json'] as const;
export type ImportFormat = (typeof importFormats)[number];
