import type { z } from 'zod';
import { type ToolDefinition, type ToolSpec, toolsFor } from '../tool/define-tool.ts';
import type { CallContext, SessionIdentity } from '../tool/tool.ts';
import type { ProjectServices } from './services.ts';
import { type ProjectStore, projectStore } from './store/project-store.ts';

/** What a project tool's handler gets: the store inside a transaction, and who is asking. */
export interface ProjectCall extends CallContext {
  readonly store: ProjectStore;
  readonly session: SessionIdentity | null;
  readonly root: string;
  /** The time of the call, which is also the time of everything it writes. */
  readonly now: string;
}

type ProjectToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  ToolSpec<ProjectServices, Input, Output>,
  'handler'
> & {
  handler(input: z.output<Input>, call: ProjectCall): Promise<z.input<Output>>;
};

const define = toolsFor<ProjectServices>('project');

/**
 * A project tool is one transaction: a reader sees one state, and a writer's changes are all there or none.
 * The store stamps author, session and time on each of them.
 */
export function defineProjectTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: ProjectToolSpec<Input, Output>,
): ToolDefinition<ProjectServices> {
  return define({
    ...spec,
    async handler(input, { services, ...context }) {
      const database = await services.database();
      const now = services.clock.now().toISOString();
      const { session } = context.caller;
      const stamp = {
        author: context.caller.author,
        sessionId: session?.id ?? null,
        tool: spec.name,
        now,
      };
      return database.transaction(
        (tx) =>
          spec.handler(input, {
            ...context,
            store: projectStore(tx, database.dialect, stamp),
            session,
            root: services.root,
            now,
          }),
        { readOnly: spec.effect === 'read' },
      );
    },
  });
}
