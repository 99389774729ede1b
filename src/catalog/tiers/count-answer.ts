import { countTokens } from '../../base/tokens.ts';

/** What an answer costs its reader: clients hand on the structured content, the text, or both. */
async function answerTokens(answer: object, text: string): Promise<number> {
  return (
    (await countTokens(JSON.stringify({ ...answer, tokens: 9_999 }))) + (await countTokens(text))
  );
}

/** The answer with its own cost written into it. */
export async function counted<Answer extends object>(
  answer: Answer,
  render: (answer: Answer & { readonly tokens: number }) => string,
): Promise<Answer & { readonly tokens: number }> {
  const text = render({ ...answer, tokens: 9_999 });
  return { ...answer, tokens: await answerTokens(answer, text) };
}

/** The first of several shapes that fits, from the richest to the poorest; the poorest if none does. */
export async function firstThatFits<Answer extends object>(
  shapes: Iterable<() => Answer>,
  render: (answer: Answer & { readonly tokens: number }) => string,
  budget: number,
): Promise<Answer & { readonly tokens: number }> {
  let last: (Answer & { readonly tokens: number }) | undefined;
  for (const shape of shapes) {
    last = await counted(shape(), render);
    if (last.tokens <= budget) return last;
  }
  if (!last) throw new Error('no shape was given');
  return last;
}
