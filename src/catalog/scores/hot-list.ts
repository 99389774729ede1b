export interface HotCandidate {
  readonly id: string;
  readonly server: string;
  readonly category: string;
  readonly description: string;
  readonly successCount: number;
  readonly totalInvocations: number;
  readonly usesIn30Days: number;
  readonly tierScore: number;
  /** 0 to 1: how much it has to do with the work at hand. */
  readonly relevance?: number;
}

export const hotListSize = { least: 10, most: 15 };

/** A tool is believed to work half of the time until its calls say otherwise. */
const assumedCalls = 2;
const assumedSuccesses = 1;

/**
 * Always filled, by rank: what people pinned, then what is relevant or used (log-scaled, smoothed), then a
 * spread over servers and categories. The score's own cut for "hot" is out of reach of any single user.
 */
export function hotList<Candidate extends HotCandidate>(
  candidates: readonly Candidate[],
  pins: readonly string[],
  size = hotListSize.most,
): Candidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const chosen = new Map<string, Candidate>();
  const choose = (candidate: Candidate | undefined) => {
    if (candidate && chosen.size < size) chosen.set(candidate.id, candidate);
  };
  for (const pin of pins) choose(byId.get(pin));
  const affordable = candidates.filter(isCheapToName);
  const earned = affordable
    .map((candidate) => ({ candidate, worth: worthOf(candidate) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || (a.candidate.id < b.candidate.id ? -1 : 1));
  for (const { candidate } of earned) choose(candidate);
  for (const candidate of spread(affordable, chosen)) choose(candidate);
  return [...chosen.values()];
}

function worthOf(candidate: HotCandidate): number {
  const { totalInvocations, successCount, usesIn30Days, relevance = 0 } = candidate;
  const reliability = (successCount + assumedSuccesses) / (totalInvocations + assumedCalls);
  const use = Math.log1p(totalInvocations + 3 * usesIn30Days) * reliability;
  return use + 6 * relevance;
}

/** One tool of each server in turn, and of servers that are alike the one whose category is missing still. */
function spread<Candidate extends HotCandidate>(
  candidates: readonly Candidate[],
  chosen: ReadonlyMap<string, Candidate>,
): Candidate[] {
  const rest = candidates.filter(({ id }) => !chosen.has(id));
  const perServer = new Map<string, number>();
  const perCategory = new Map<string, number>();
  for (const { server, category } of chosen.values()) {
    perServer.set(server, (perServer.get(server) ?? 0) + 1);
    perCategory.set(category, (perCategory.get(category) ?? 0) + 1);
  }
  const byServer = new Map<string, Candidate[]>();
  for (const candidate of rest) {
    const list = byServer.get(candidate.server);
    if (list) list.push(candidate);
    else byServer.set(candidate.server, [candidate]);
  }
  for (const list of byServer.values()) {
    list.sort(
      (a, b) => silence(a) - silence(b) || b.tierScore - a.tierScore || (a.id < b.id ? -1 : 1),
    );
  }
  const result: Candidate[] = [];
  while (result.length < hotListSize.most) {
    let next: Candidate | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [server, [first]] of byServer) {
      if (!first) continue;
      const cost =
        (perCategory.get(first.category) ?? 0) + 2 * (perServer.get(server) ?? 0) + silence(first);
      if (cost < least) [next, least] = [first, cost];
    }
    if (!next) break;
    byServer.get(next.server)?.shift();
    perServer.set(next.server, (perServer.get(next.server) ?? 0) + 1);
    perCategory.set(next.category, (perCategory.get(next.category) ?? 0) + 1);
    result.push(next);
  }
  return result;
}

/** A tool that says nothing of itself comes after all that do. */
function silence({ description }: HotCandidate): number {
  return description === '' ? 1_000 : 0;
}

const dearestId = 48;

/** Ids are shown whole. Ten that cost more than a line each would leave no room for the list. */
function isCheapToName({ id }: HotCandidate): boolean {
  const plain = id.replace(/[^ -~]/g, '').length;
  // About three letters to a token; of rare scripts, every byte is one.
  return plain / 3 + Buffer.byteLength(id) - plain <= dearestId;
}
