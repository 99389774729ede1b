/** One document as the two searches see it. */
export interface Candidate {
  readonly key: number;
  /** BM25 of the question's terms; 0 when none occurs. */
  readonly bm25: number;
  /** Share of the question's terms that occur, each counted by its rarity; 0 to 1. */
  readonly coverage: number;
  /** Of the question and the nearest part of the document; undefined without vectors. */
  readonly cosine: number | undefined;
  /** In terms. */
  readonly length: number;
}

/** What a question found, with what is needed to judge how much the finds mean. */
export interface CandidateSet {
  readonly candidates: readonly Candidate[];
  /** Texts that were compared with the question and are no candidates: how many, and their mean cosine, roughly. */
  readonly others: { readonly count: number; readonly cosine: number };
  /** Distinct terms of the question, and how many of them occur anywhere. */
  readonly terms: number;
  readonly knownTerms: number;
  /** Of all terms of the question together: what a document with every one of them would have. */
  readonly rarity: number;
}
