import type { Context } from './context.ts';
import type { ContextItem, StoredItem } from './item.ts';
import { contentOf } from './store/archives.ts';

/** An error is found by the words of its fix as well: who meets it again describes either. */
export function indexedText(item: Pick<ContextItem, 'content' | 'tags'>, fix?: string): string {
  const tags = item.tags.length > 0 ? `\n${item.tags.join(' ')}` : '';
  return fix === undefined ? `${item.content}${tags}` : `${item.content}\n${fix}${tags}`;
}

/** What the index has to hold of a stored item, wherever its content lies by now. */
export async function textToIndex(
  context: Context,
  item: StoredItem,
  find: (id: string) => Promise<StoredItem | undefined>,
): Promise<string> {
  const fix = item.fixed_by === null ? undefined : await find(item.fixed_by);
  const content = await contentOf(context, item);
  return indexedText({ ...item, content }, fix && (await contentOf(context, fix)));
}
