// A program of its own, so that the tests can have several processes at one database, and kill them.
import { appendFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { holdLease, LeaseTakenError } from '../hold-lease.ts';
import type { LeaseSchema } from '../leases.ts';
import { openDatabase } from '../open-database.ts';
import type { NotesSchema } from './notes-schema.ts';
import { notesMigrations } from './notes-schema.ts';

const [command = '', file = '', ...rest] = process.argv.slice(2);

/** Straight to the descriptor: what was said has been said, even if the next instant is the last. */
const say = (line: string) => writeSync(1, `${line}\n`);
const open = () =>
  openDatabase<NotesSchema>({
    file,
    migrations: notesMigrations,
    appVersion: `pid ${process.pid}`,
  });

const commands: Readonly<Record<string, () => Promise<void>>> = {
  /** Opens the database, which migrates it if nobody has. */
  async open() {
    const database = await open();
    say(String(database.schemaVersion));
    await database.close();
  },

  /** Adds 1 to a counter, so often, by reading it and writing it back. */
  async count() {
    const database = await open();
    for (let times = Number(rest[0]); times > 0; times--) {
      await database.transaction(async (tx) => {
        const row = await tx
          .selectFrom('notes')
          .select('size')
          .where('id', '=', 1)
          .executeTakeFirst();
        await sql`select 1`.execute(tx);
        const size = Number(row?.size ?? 0) + 1;
        await tx
          .insertInto('notes')
          .values({ id: 1, body: null, size, data: null })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ size }))
          .execute();
      });
    }
    await database.close();
  },

  /** Writes notes and says each number once it is committed, for as long as it is let live. */
  async write() {
    const database = await open();
    for (let id = Number(rest[0]); ; id++) {
      const body = 'x'.repeat(id % 7_000);
      await database.transaction(async (tx) => {
        await tx.insertInto('notes').values({ id, body, size: null, data: null }).execute();
        await tx.insertInto('tags').values({ note_id: id, tag: 'written' }).execute();
      });
      say(String(id));
    }
  },

  /** Takes a lease so many times, and logs each time it goes in and comes out. */
  async race() {
    const [log = '', times = '0'] = rest;
    const database = await open();
    for (let left = Number(times); left > 0; ) {
      try {
        const options = { name: 'only one', purpose: 'the race', ttlMs: 20_000 };
        const lease = await holdLease(database, options);
        appendFileSync(log, `in ${lease.token}\n`);
        await sleep(1);
        appendFileSync(log, `out ${lease.token}\n`);
        await lease.release();
        left--;
      } catch (thrown) {
        if (!(thrown instanceof LeaseTakenError)) throw thrown;
      }
      await sleep(Math.random() * 4);
    }
    await database.close();
  },

  /** Holds a lease until it is killed. */
  async hold() {
    const database = await openDatabase<LeaseSchema>({ file, migrations: notesMigrations });
    const options = { name: 'only one', purpose: 'to be killed', ttlMs: Number(rest[0]) };
    const lease = await holdLease(database, options);
    say(String(lease.token));
    setInterval(() => {}, 1_000);
  },
};

// An unknown command is refused, and an unhandled rejection ends the process with an error: both fail the test.
const run = commands[command];
if (!run) throw new Error(`no command "${command}"`);
void run();
