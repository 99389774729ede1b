/** A term of a question, and in how many documents it occurs. */
export interface KnownTerm {
  readonly term: string;
  readonly documents: number;
}

export interface FindingExpression {
  /** For FTS5; empty when nothing can be found. */
  readonly expression: string;
  /** Whether what it finds is little enough to be ranked. */
  readonly ranked: boolean;
}

/** Ranking a row costs some two microseconds, and a question has to be answered in milliseconds. */
const rowsByOneTerm = 3_000;
const rowsByTwoTerms = 1_500;
/** Common terms that are paired with each other. */
const mostPaired = 4;

/**
 * Which documents to look at. All that have a rare term; of the common ones, those that have two of them. What has
 * a single common word of the question is not what was meant, and there are too many to look at.
 */
export function findingExpression(
  terms: readonly KnownTerm[],
  documents: number,
): FindingExpression {
  const known = terms
    .filter((term) => term.documents > 0)
    .sort((a, b) => a.documents - b.documents);
  const [rarest] = known;
  if (!rarest) return { expression: '', ranked: true };
  let rows = 0;
  const rare = known.filter((term) => {
    rows += term.documents;
    return rows <= rowsByOneTerm;
  });
  const common = known.slice(rare.length, rare.length + mostPaired);
  const found = [...rare.map(({ term }) => quoted(term)), ...pairsOf(common, documents)];
  if (found.length > 0) return { expression: found.join(' OR '), ranked: true };
  return { expression: quoted(rarest.term), ranked: false };
}

/** Pairs of common terms, those first that are expected to find least. */
function pairsOf(common: readonly KnownTerm[], documents: number): string[] {
  const pairs: string[] = [];
  let rows = 0;
  for (const [place, second] of common.entries()) {
    for (const first of common.slice(0, place)) {
      const expected = (first.documents * second.documents) / documents;
      if (rows + expected > rowsByTwoTerms && pairs.length > 0) return pairs;
      rows += expected;
      pairs.push(`(${quoted(first.term)} AND ${quoted(second.term)})`);
    }
  }
  return pairs;
}

/** Quoted words cannot be operators, whatever a question contains. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
