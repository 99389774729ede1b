import { z } from 'zod';
import type { ElicitAnswer } from '../../tool/tool.ts';

/** The answers collected so far, which travel through the client between two rounds. */
export interface CarriedAnswers {
  readonly target: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

// Most servers never ask anything, and start many times a day: a schema is made when it is first needed.
const schemas = {
  carried: once(() => z.object({ target: z.string(), answers: z.record(z.string(), z.unknown()) })),
  elicit: once(() =>
    z.discriminatedUnion('action', [
      z.object({ action: z.literal('accept'), content: z.record(z.string(), z.unknown()) }),
      z.object({ action: z.enum(['decline', 'cancel']) }),
    ]),
  ),
  sample: once(() => {
    const text = z.object({ type: z.literal('text'), text: z.string() });
    return z.object({ content: z.union([text, z.array(text).min(1)]) });
  }),
  roots: once(() => z.object({ roots: z.array(z.object({ uri: z.string() })) })),
};

export function readCarriedAnswers(state: unknown): CarriedAnswers | undefined {
  return schemas.carried().safeParse(state).data;
}

export function readElicitAnswer(answer: unknown): ElicitAnswer | undefined {
  return schemas.elicit().safeParse(answer).data;
}

export function readSampleAnswer(answer: unknown): string | undefined {
  const content = schemas.sample().safeParse(answer).data?.content;
  return (
    content &&
    [content]
      .flat()
      .map((block) => block.text)
      .join('\n')
  );
}

export function readRootsAnswer(answer: unknown): readonly string[] | undefined {
  return schemas
    .roots()
    .safeParse(answer)
    .data?.roots.map((root) => root.uri);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
