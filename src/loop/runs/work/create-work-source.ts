import type { WorkSource } from '../work.ts';
import { prdWork } from './prd-work.ts';
import { promptWork } from './prompt-work.ts';
import { tasksWork } from './tasks/tasks-work.ts';
import { understandWork } from './understand-work.ts';
import type { WorkPlace } from './work-place.ts';

/** What a run works on, as its options say. */
export function createWorkSource(place: WorkPlace): WorkSource {
  if (place.options.kind === 'understand') return understandWork(place);
  switch (place.options.mode) {
    case 'prompt':
      return promptWork(place);
    case 'prd':
      return prdWork(place);
    case 'tasks':
      return tasksWork(place);
  }
}
