import type { BookVersion } from '../book-format.ts';

const time = '2026-03-04T05:06:07.000008+00:00';
const vector = ['«0.0»', '«1e-05»', '«-0.5»', '«1e+16»', '«123456789.0»'];

const source = { trace_uid: 'ralph:1', source_system: 'ralph', trace_id: '1', epoch: 2 };
const denseSource = {
  ...{ trace_uid: 'ralph:1', source_system: 'ralph', trace_id: '1', display_name: null },
  ...{ relation: null, sample_question: null, epoch: 2, step: null, learning_index: null },
  ...{ learning_text: null, error_identification: null, operation_type: null },
  ...{ trace_refs: [], sample_id: null, extra: {} },
};

const counts = { helpful: 4, harmful: 1, neutral: 0 };
const times = { created_at: time, updated_at: time };
const reasons = { justification: 'It saved a run — twice', evidence: null };
const status = { embedding: vector, status: 'active' };

/** What one skill is made of in each version, in order. */
const bodies: Readonly<Record<BookVersion, object>> = {
  '0.1': { ...counts, ...times },
  '0.6': { ...counts, ...times, ...status },
  '0.7': { ...counts, ...times, ...status },
  '0.7.2': { ...reasons, ...counts, ...times, ...status },
  '0.8.1': { ...reasons, ...counts, ...times, ...status, sources: [source] },
  '0.9.2': { ...reasons, ...counts, ...times, ...status, sources: [denseSource] },
  '0.9.3': { ...reasons, ...times, ...status, sources: [source] },
};

export const bookVersions: readonly BookVersion[] = [
  '0.1',
  '0.6',
  '0.7',
  '0.7.2',
  '0.8.1',
  '0.9.2',
  '0.9.3',
];

/** A small book as that version of ACE writes it, down to Python's way with numbers. */
export function exampleBook(version: BookVersion): string {
  const skill = (id: string, section: string, content: string, more: object = {}) => ({
    [id]: { id, section, content, ...bodies[version], ...more },
  });
  const isOld = version === '0.1' || version === '0.6';
  const book = {
    [isOld ? 'bullets' : 'skills']: {
      ...skill('testing-00001', 'testing', 'Run one file before the whole suite.'),
      ...skill(
        'error_handling-00002',
        'error_handling',
        'Größe prüfen 🔍\nThen read "it" \\ twice.',
      ),
      ...(version === '0.1' || version === '0.9.3'
        ? {}
        : skill('testing-00003', 'testing', 'Never mind.', { embedding: null, status: 'invalid' })),
    },
    sections: {
      testing:
        version === '0.1' || version === '0.9.3'
          ? ['testing-00001']
          : ['testing-00001', 'testing-00003'],
      error_handling: ['error_handling-00002'],
    },
    next_id: 3,
    ...(version !== '0.1' && {
      similarity_decisions: {
        'error_handling-00002,testing-00001': {
          ...{ decision: 'KEEP', reasoning: 'not the same', decided_at: time },
          similarity_at_decision: '«0.0»',
        },
      },
    }),
  };
  return JSON.stringify(book, null, 2).replace(/"«(.*?)»"/g, '$1');
}
