/** Nearest neighbours by sqlite-vec, which is what Ralph's own search is measured against. */
export interface VecScan {
  add(vectors: readonly Float32Array[]): void;
  /** Places in the order they were added, nearest first. */
  nearest(query: Float32Array, limit: number): number[];
  close(): void;
}

export async function openVecScan(file: string, dimension: number): Promise<VecScan> {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const { getLoadablePath } = await import('sqlite-vec');
  const db = new DatabaseSync(file, { allowExtension: true });
  db.enableLoadExtension(true);
  db.loadExtension(getLoadablePath());
  db.exec(`create virtual table vectors using vec0(v float[${Math.trunc(dimension)}])`);
  const insert = db.prepare('insert into vectors (rowid, v) values (?, ?)');
  const select = db.prepare(
    'select rowid from vectors where v match ? and k = ? order by distance',
  );
  const bytes = ({ buffer, byteOffset, byteLength }: Float32Array) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  let count = 0n;
  return {
    add(vectors) {
      db.exec('begin');
      for (const vector of vectors) insert.run(++count, bytes(vector));
      db.exec('commit');
    },
    nearest: (query, limit) =>
      select.all(bytes(query), BigInt(limit)).map((row) => Number(Object(row).rowid) - 1),
    close: () => db.close(),
  };
}
