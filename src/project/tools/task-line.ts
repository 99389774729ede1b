import type { Task } from '../model.ts';
import type { TaskLineView } from '../views.ts';

export function taskLineOf({
  id,
  title,
  status,
  priority,
  feature,
  discipline,
}: Task): TaskLineView {
  return { id, title, status, priority, feature, discipline };
}
