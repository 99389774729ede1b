import { atlas } from './atlas.ts';
import { clinic } from './clinic.ts';
import { courier } from './courier.ts';
import { invoices } from './invoices.ts';
import { lab } from './lab.ts';
import { tasksOf } from './settings-repository.ts';
import type { BenchTask } from './task.ts';

/** The tasks that come with Ralph: five small repositories with a past, three tasks in each. */
export function shippedTasks(): BenchTask[] {
  return [invoices, courier, atlas, lab, clinic].flatMap(tasksOf);
}
