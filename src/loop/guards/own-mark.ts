import { newId } from '../../base/ids.ts';

/** Marks the programs that this very process starts for itself, so that its successor can end them after a crash. */
export const ownMark = newId('own');
