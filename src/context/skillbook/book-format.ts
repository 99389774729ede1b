/** The shapes that skillbooks have had, each named after the first version of ACE that wrote it. */
export type BookVersion = '0.1' | '0.6' | '0.7' | '0.7.2' | '0.8.1' | '0.9.2' | '0.9.3';

export interface BookFormat {
  readonly version: BookVersion;
  /** The name that the skills stand under. */
  readonly top: 'bullets' | 'skills';
  /** What a skill is made of, in order. */
  readonly fields: readonly string[];
}

const counters = ['helpful', 'harmful', 'neutral'];
const times = ['created_at', 'updated_at'];
const vector = ['embedding', 'status'];
const reasons = ['justification', 'evidence'];
const start = ['id', 'section', 'content'];

const fields: Readonly<Record<BookVersion, readonly string[]>> = {
  '0.1': [...start, ...counters, ...times],
  '0.6': [...start, ...counters, ...times, ...vector],
  '0.7': [...start, ...counters, ...times, ...vector],
  '0.7.2': [...start, ...reasons, ...counters, ...times, ...vector],
  '0.8.1': [...start, ...reasons, ...counters, ...times, ...vector, 'sources'],
  '0.9.2': [...start, ...reasons, ...counters, ...times, ...vector, 'sources'],
  // An embedding stands there only once there is one.
  '0.9.3': [...start, ...reasons, ...times, 'status', 'sources'],
};

/** What tells the versions apart. */
export interface BookTraits {
  readonly top: 'bullets' | 'skills';
  readonly hasDecisions: boolean;
  /** The names that occur in any of its skills. */
  readonly skillFields: ReadonlySet<string>;
  /** Whether sources write out what they do not know. */
  readonly hasDenseSources: boolean;
}

/** A book without skills counts as one of the oldest that could be meant, which every later version reads. */
export function formatOf(traits: BookTraits): BookFormat {
  const version = versionOf(traits);
  return { version, top: traits.top, fields: fields[version] };
}

function versionOf({ top, hasDecisions, skillFields, hasDenseSources }: BookTraits): BookVersion {
  if (top === 'bullets') return hasDecisions || skillFields.has('status') ? '0.6' : '0.1';
  if (skillFields.size === 0) return '0.7';
  if (!skillFields.has('helpful')) return '0.9.3';
  if (skillFields.has('sources')) return hasDenseSources ? '0.9.2' : '0.8.1';
  return skillFields.has('justification') ? '0.7.2' : '0.7';
}
