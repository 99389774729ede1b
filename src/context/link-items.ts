import { ToolError } from '../base/errors.ts';
import { indexedText } from './indexed-text.ts';
import type { ContextItem, StoredItem } from './item.ts';
import type { SearchIndex } from './search/search-index.ts';
import { type Handle, itemStore } from './store/items.ts';

type Linked = Pick<ContextItem, 'id' | 'supersedes' | 'fixes' | 'content' | 'tags'>;

/** Ties a new item to the one it replaces and to the error it fixes. */
export async function linkItem(tx: Handle, index: SearchIndex, item: Linked): Promise<void> {
  const store = itemStore(tx);
  if (item.supersedes !== null) {
    const old = await existing(tx, 'supersedes', item.supersedes);
    await store.update(old.key, { superseded_by: item.id });
  }
  if (item.fixes !== null) {
    const error = await existing(tx, 'fixes', item.fixes);
    if (error.content_type !== 'error') {
      throw new ToolError('invalid_argument', `fixes: ${item.fixes} is not an error.`, {
        hint: 'Name an item of type error, or leave fixes out.',
      });
    }
    await linkFix(tx, index, error, item);
  }
}

/** From now on the error is found by the words of its fix too. Its vectors are made anew by the next back-fill. */
export async function linkFix(
  tx: Handle,
  index: SearchIndex,
  error: StoredItem,
  fix: Pick<ContextItem, 'id' | 'content'>,
): Promise<void> {
  await itemStore(tx).update(error.key, { fixed_by: fix.id, embedding_id: null });
  if (error.archived_in !== null) return;
  await index.put(tx, {
    key: error.key,
    kind: error.content_type,
    iteration: error.created_iteration,
    text: indexedText(error, fix.content),
  });
}

async function existing(tx: Handle, field: string, id: string): Promise<StoredItem> {
  const found = await itemStore(tx).find(id);
  if (found) return found;
  throw new ToolError('not_found', `${field}: there is no item ${id}.`, {
    hint: 'Take the id from get_relevant_context, or leave the field out.',
  });
}
