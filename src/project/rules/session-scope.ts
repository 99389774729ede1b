import { ToolError } from '../../base/errors.ts';
import type { Caller, SessionIdentity } from '../../tool/tool.ts';

/** The task a call is about: the one it names, else the session's own. */
export function taskInQuestion(session: SessionIdentity | null, given: number | undefined): number {
  const id = given ?? session?.task_id;
  if (id === undefined || id === null) {
    throw new ToolError(
      'invalid_argument',
      'This session has no task of its own, so say which is meant.',
      {
        hint: 'Give the id of the task.',
        details: [{ field: 'id', message: 'required here' }],
      },
    );
  }
  return id;
}

/** A session that was launched for one task changes that task and no other. */
export function ownTaskOnly(session: SessionIdentity | null, id: number, what: string): void {
  const own = session?.task_id;
  if (own === undefined || own === null || own === id) return;
  throw new ToolError(
    'not_allowed',
    `This session works on task #${own} and may not ${what} task #${id}.`,
    {
      hint: 'Leave a comment on that task, or report a blocker, and go on with your own.',
    },
  );
}

/** A client without a session is an agent too: nobody types into MCP. */
export function provenanceOf({ session, via }: Caller): 'agent' | 'human' {
  return session !== null || via === 'mcp' ? 'agent' : 'human';
}

/** People and reviews reopen what was closed; whoever did the work only asks for it. */
export function mayReopen(session: SessionIdentity | null): boolean {
  return session === null || session.base_recipe === 'opus_review';
}

/** A session that discusses one discipline changes that one and no other. */
export function ownDisciplineOnly(session: SessionIdentity | null, name: string): void {
  const own = session?.base_recipe === 'discuss' ? session.discipline : null;
  if (own === null || own === name) return;
  throw new ToolError(
    'not_allowed',
    `This session is about the discipline "${own}" and may not change "${name}".`,
    { hint: 'Change your own, and leave the other to a session of its own.' },
  );
}
