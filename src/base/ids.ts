import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** `prefix_` + 9 characters of time + 12 random ones (60 bits): ids sort by creation and are safe as file names. */
export function newId(prefix: string, clock: Clock = systemClock): string {
  let time = clock.now().getTime();
  let head = '';
  for (let i = 0; i < 9; i++) {
    head = alphabet[time % 32] + head;
    time = Math.floor(time / 32);
  }
  let tail = '';
  for (const byte of randomBytes(12)) tail += alphabet[byte % 32];
  return `${prefix}_${head}${tail}`;
}
