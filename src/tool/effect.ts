/** What a tool does to the world. The MCP annotations derive from it and are written nowhere else. */
export type Effect = 'read' | 'create' | 'update' | 'delete' | 'execute';

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export const annotationsOf: Readonly<Record<Effect, ToolAnnotations>> = {
  read: annotations({ readOnlyHint: true, idempotentHint: true }),
  create: annotations({}),
  update: annotations({ idempotentHint: true }),
  delete: annotations({ destructiveHint: true, idempotentHint: true }),
  execute: annotations({ destructiveHint: true, openWorldHint: true }),
};

function annotations(set: Partial<ToolAnnotations>): ToolAnnotations {
  return {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
    ...set,
  };
}
