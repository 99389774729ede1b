import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { checkIntegrity } from './integrity.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { sqliteLibrary } from './sqlite-library.ts';

it('finds nothing wrong with a full-text index that another connection has grown meanwhile', async () => {
  const library = await sqliteLibrary();
  const file = path.join(scratchFolder(), 'words.db');
  const watcher = connectSqlite(library, file);
  const writer = connectSqlite(library, file);
  try {
    watcher.exec('pragma journal_mode = wal; create virtual table "the words" using fts5(text)');
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 100; n++) writer.exec(`insert into "the words" values ('word ${n}')`);
      expect(checkIntegrity(watcher)).toEqual([]);
    }
  } finally {
    watcher.close();
    writer.close();
  }
});
