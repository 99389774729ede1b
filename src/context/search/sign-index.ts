import { type QueryExecutorProvider, sql } from 'kysely';
import { type ScanResult, scanSigns } from './sign-scan.ts';

interface SignRow {
  readonly id: number;
  readonly key: number;
  readonly kind: string;
  readonly iteration: number;
  readonly signs: Uint8Array;
}

export interface SearchFilter {
  readonly kinds?: readonly string[];
  /** Only documents stored before this iteration. */
  readonly beforeIteration?: number;
}

export interface VectorHit {
  readonly vectorId: number;
  readonly key: number;
}

export interface SignIndex {
  /** Reads what has been written since the last time, by this process or another. */
  refresh(db: QueryExecutorProvider, model: string): Promise<void>;
  nearest(
    query: Float32Array,
    limit: number,
    filter: SearchFilter,
  ): Omit<ScanResult, 'places'> & {
    readonly hits: readonly VectorHit[];
  };
  /** Vectors that turned out to be gone are not proposed again. */
  forget(vectorIds: ReadonlySet<number>): void;
  reset(): void;
}

const rowsPerRead = 20_000;
const gone = -1;

/** The signs of all vectors of one model, in memory. Some forty bytes each, so that a million fit. */
export function createSignIndex(): SignIndex {
  let model = '';
  let lastId = 0;
  let count = 0;
  let width = 0;
  let signs = new Uint8Array(0);
  let ids = new Float64Array(0);
  let keys = new Float64Array(0);
  let iterations = new Int32Array(0);
  let kindCodes = new Uint8Array(0);
  let someAreGone = false;
  const codes = new Map<string, number>();

  function reset(): void {
    model = '';
    lastId = 0;
    count = 0;
    width = 0;
    someAreGone = false;
  }

  function makeRoom(places: number): void {
    if (places <= ids.length && signs.length >= places * width) return;
    const room = Math.max(1_024, Math.ceil(places * 1.5));
    signs = grown(new Uint8Array(room * width), signs);
    ids = grown(new Float64Array(room), ids);
    keys = grown(new Float64Array(room), keys);
    iterations = grown(new Int32Array(room), iterations);
    kindCodes = grown(new Uint8Array(room), kindCodes);
  }

  function codeOf(kind: string): number {
    const known = codes.get(kind);
    if (known !== undefined) return known;
    codes.set(kind, codes.size);
    return codes.size - 1;
  }

  function add(row: SignRow): void {
    if (width === 0) width = row.signs.length;
    lastId = row.id;
    // A service that changed the length of its vectors under the same name: those cannot be compared.
    if (row.signs.length !== width) return;
    makeRoom(count + 1);
    signs.set(row.signs, count * width);
    ids[count] = row.id;
    keys[count] = row.key;
    iterations[count] = row.iteration;
    kindCodes[count] = codeOf(row.kind);
    count++;
  }

  return {
    reset,
    async refresh(db, wanted) {
      if (wanted !== model) reset();
      model = wanted;
      for (;;) {
        const { rows } = await sql<SignRow>`
          select s.id, s.key, d.kind, d.iteration, s.signs
          from search_signs s join search_documents d on d.key = s.key
          where s.id > ${lastId} and s.model = ${wanted} order by s.id limit ${rowsPerRead}`.execute(
          db,
        );
        for (const row of rows) add(row);
        if (rows.length < rowsPerRead) return;
      }
    },
    nearest(query, limit, filter) {
      const allowed = permit(filter);
      const { places, others } = scanSigns(query, signs, count, limit, allowed);
      const hits = places.map((place) => ({ vectorId: ids[place] ?? 0, key: keys[place] ?? 0 }));
      return { hits, others };
    },
    forget(vectorIds) {
      for (const id of vectorIds) {
        const place = placeOf(id);
        if (place === undefined) continue;
        iterations[place] = gone;
        someAreGone = true;
      }
    },
  };

  /** Ids only grow, and so are in order. */
  function placeOf(id: number): number | undefined {
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Nothing to ask when all are allowed, which is asked a hundred thousand times otherwise. */
  function permit(filter: SearchFilter): ((place: number) => boolean) | undefined {
    if (!filter.kinds && filter.beforeIteration === undefined && !someAreGone) return undefined;
    const before = filter.beforeIteration ?? Number.POSITIVE_INFINITY;
    const wanted = new Uint8Array(256);
    if (!filter.kinds) wanted.fill(1);
    for (const kind of filter.kinds ?? []) wanted[codeOf(kind)] = 1;
    return (place) => {
      const iteration = iterations[place] ?? gone;
      return iteration > gone && iteration < before && wanted[kindCodes[place] ?? 0] === 1;
    };
  }
}

function grown<Numbers extends Uint8Array | Int32Array | Float64Array>(
  larger: Numbers,
  old: Numbers,
): Numbers {
  larger.set(old);
  return larger;
}
