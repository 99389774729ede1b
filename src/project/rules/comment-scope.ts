import { ToolError } from '../../base/errors.ts';
import type { SessionIdentity } from '../../tool/tool.ts';
import type { Comment } from '../model.ts';
import type { ProjectStore } from '../store/project-store.ts';

/** How far ahead in its own feature a session may leave notes for those who come after it. */
const nextInFeature = 5;

/** A session that works on one task comments where it helps: there, on its neighbours, and on what comes next. */
export async function refuseDistantComment(
  store: ProjectStore,
  session: SessionIdentity | null,
  target: number,
): Promise<void> {
  const own = session?.task_id;
  if (own === undefined || own === null || own === target) return;
  const task = await store.tasks.get(own);
  const near = [
    ...task.depends_on,
    ...(await store.dependencies.dependents(own)).map((dependent) => dependent.id),
    ...(await store.tasks.openAfter(task.feature, own, nextInFeature)),
  ];
  if (near.includes(target)) return;
  const allowed = [own, ...new Set(near)].slice(0, 30).map((id) => `#${id}`);
  throw new ToolError(
    'not_allowed',
    `Task #${target} is too far from yours (#${own}) to comment on.`,
    {
      hint: `You may comment on ${allowed.join(', ')}. For anything else use a learning or the progress log.`,
    },
  );
}

/** Sessions edit what they wrote themselves; people edit anything. */
export function refuseForeignComment(session: SessionIdentity | null, comment: Comment): void {
  if (session === null || comment.session_id === session.id) return;
  throw new ToolError(
    'not_allowed',
    `Comment ${comment.id} was written by ${comment.author} in another session.`,
    {
      hint: 'Add a comment of your own instead.',
    },
  );
}
