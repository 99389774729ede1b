import type { Transaction } from 'kysely';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Database } from './database.ts';
import type { Migration } from './migration.ts';

export interface LeasesTable {
  name: string;
  /** Counts up each time the lease changes hands; a released lease keeps it, with no holder. */
  token: number;
  holder: string | null;
  pid: number;
  host: string;
  purpose: string;
  acquired_at: number;
  expires_at: number;
}

export interface LeaseSchema {
  leases: LeasesTable;
}

/** The first migration of every database that hands out leases. */
export const leasesMigration: Migration = {
  id: '0001_leases',
  async up(tx, { types }) {
    await tx.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('token', types.wholeNumber, (column) => column.notNull())
      .addColumn('holder', 'text')
      .addColumn('pid', types.wholeNumber, (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('acquired_at', types.wholeNumber, (column) => column.notNull())
      .addColumn('expires_at', types.wholeNumber, (column) => column.notNull())
      .execute();
  },
};

/** Who asks. The id tells two holders in one process apart; the rest is for people to read. */
export interface LeaseHolder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  readonly purpose: string;
}

export interface Lease {
  readonly name: string;
  readonly holder: LeaseHolder;
  /** The fencing token: whoever holds the lease later has a higher one. */
  readonly token: number;
  readonly since: Date;
  readonly expiresAt: Date;
}

export type AcquireResult =
  | { readonly acquired: true; readonly lease: Lease }
  | { readonly acquired: false; readonly heldBy: Lease };

export interface Leases {
  acquire(name: string, holder: LeaseHolder, ttlMs: number): Promise<AcquireResult>;
  /** The lease with its new expiry, or undefined when someone else has taken it since. */
  renew(lease: Lease, ttlMs: number): Promise<Lease | undefined>;
  /** Within the transaction that writes what only its holder may: with the token, nothing comes in between. */
  holds(tx: Transaction<LeaseSchema>, lease: Lease): Promise<boolean>;
  /** Does nothing when the lease is no longer the holder's. */
  release(lease: Lease): Promise<void>;
  /** Who holds it now; undefined when it is free or has expired. */
  current(name: string): Promise<Lease | undefined>;
}

export function createLeases(options: {
  readonly database: Database<LeaseSchema>;
  readonly clock?: Clock;
}): Leases {
  const { database, clock = systemClock } = options;
  const now = () => clock.now().getTime();

  return {
    acquire: (name, holder, ttlMs) =>
      // The time is read with the write lock held, so that waiting for the lock cannot make it stale.
      database.transaction(async (tx): Promise<AcquireResult> => {
        const time = now();
        const row = {
          holder: holder.id,
          pid: holder.pid,
          host: holder.host,
          purpose: holder.purpose,
          acquired_at: time,
          expires_at: time + ttlMs,
        };
        const taken = await tx
          .insertInto('leases')
          .values({ name, token: 1, ...row })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet((eb) => ({ ...row, token: eb('leases.token', '+', 1) }))
              .where((eb) =>
                eb.or([eb('leases.holder', 'is', null), eb('leases.expires_at', '<=', time)]),
              ),
          )
          .returningAll()
          .executeTakeFirst();
        if (taken) return { acquired: true, lease: toLease(taken) };
        const held = await tx
          .selectFrom('leases')
          .selectAll()
          .where('name', '=', name)
          .executeTakeFirstOrThrow();
        return { acquired: false, heldBy: toLease(held) };
      }),

    // An expired lease that nobody took may be renewed: the token shows that nobody did.
    renew: (lease, ttlMs) =>
      database.transaction(async (tx) => {
        const renewed = await tx
          .updateTable('leases')
          .set({ expires_at: now() + ttlMs })
          .where('name', '=', lease.name)
          .where('token', '=', lease.token)
          .where('holder', '=', lease.holder.id)
          .returningAll()
          .executeTakeFirst();
        return renewed && toLease(renewed);
      }),

    async holds(tx, lease) {
      const row = await tx
        .selectFrom('leases')
        .select('name')
        .where('name', '=', lease.name)
        .where('token', '=', lease.token)
        .where('holder', '=', lease.holder.id)
        .executeTakeFirst();
      return row !== undefined;
    },

    async release(lease) {
      await database.kysely
        .updateTable('leases')
        .set({ holder: null })
        .where('name', '=', lease.name)
        .where('token', '=', lease.token)
        .where('holder', '=', lease.holder.id)
        .execute();
    },

    async current(name) {
      const row = await database.kysely
        .selectFrom('leases')
        .selectAll()
        .where('name', '=', name)
        .where('holder', 'is not', null)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return row && toLease(row);
    },
  };
}

function toLease(row: LeasesTable): Lease {
  return {
    name: row.name,
    token: row.token,
    holder: { id: row.holder ?? '', pid: row.pid, host: row.host, purpose: row.purpose },
    since: new Date(row.acquired_at),
    expiresAt: new Date(row.expires_at),
  };
}
