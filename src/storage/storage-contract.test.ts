import { availableSqliteLibraries } from './sqlite-library.ts';
import { storageContract } from './testing/storage-contract.ts';

for (const library of await availableSqliteLibraries()) {
  storageContract({ library, place: 'file' });
  storageContract({ library, place: 'memory' });
}
