import type { Kysely } from 'kysely';
import type { ProjectTables } from '../tables.ts';

/** The database or a transaction of it: stores work on whichever they are given and open none themselves. */
export type Handle = Kysely<ProjectTables>;

/** Who changes something, through what, and when. Every event row carries it. */
export interface Stamp {
  readonly author: string;
  readonly sessionId: string | null;
  readonly tool: string;
  readonly now: string;
}

export function parseStrings(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.map(String) : [];
}

export function parseNumbers(json: string): number[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.map(Number) : [];
}

export function parseRecord(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
