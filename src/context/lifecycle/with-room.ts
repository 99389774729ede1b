import { errorMessage, ToolError } from '../../base/errors.ts';
import { errorCode } from '../../base/file-errors.ts';
import type { Context } from '../context.ts';
import { keepReserve, releaseReserve } from '../store/disk-reserve.ts';
import { emptyLog, pruneForRoom } from './prune-for-room.ts';

/** Items that go at a time when the disk is full: few, because each deletion needs a little room itself. */
const few = 25;
const attempts = 4;

/** Does `work`; when the disk is full, what is worth least makes room for it, and the log says so. */
export async function withRoom<T>(context: Context, work: () => Promise<T>): Promise<T> {
  let pruned = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await work();
      if (pruned > 0 && context.folder !== undefined) await keepReserve(context.folder);
      return result;
    } catch (thrown) {
      if (!isFull(thrown)) throw thrown;
      const freed = attempt < attempts ? await makeRoom(context) : 0;
      if (freed === 0) throw noRoom(thrown);
      pruned += freed;
      context.logger.warn('the disk is full: items worth least were pruned', { items: freed });
    }
  }
}

async function makeRoom(context: Context): Promise<number> {
  if (context.folder !== undefined) await releaseReserve(context.folder);
  try {
    // The log may be what fills the disk, and pruning needs a little of it.
    await emptyLog(context);
    return (await pruneForRoom(context, few)).items;
  } catch (thrown) {
    if (isFull(thrown)) return 0;
    throw thrown;
  }
}

/** The database says so in its own words, which storage puts under its explanation. */
function isFull(thrown: unknown): boolean {
  for (let each: unknown = thrown; each instanceof Error; each = each.cause) {
    if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errorCode(each) ?? '')) return true;
    if (/^database or disk is full/.test(each.message)) return true;
  }
  return false;
}

function noRoom(thrown: unknown): ToolError {
  return new ToolError('unavailable', `The memory has no room left: ${errorMessage(thrown)}`, {
    hint: 'Free some space on that disk, or run `ralph context prune`. What was stored before is still there.',
    cause: thrown,
  });
}
