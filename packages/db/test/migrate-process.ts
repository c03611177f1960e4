// Migrates the database at the URL in its argument and prints how many migrations it applied.

import { migrateToLatest } from '../src/migrate.ts'
import { openDatabase } from '../src/open-database.ts'

const url = process.argv[2]
await using database = await openDatabase({
  url,
  dataDir: '',
  poolSize: 1,
  durability: 'checked',
  onConnectionError: () => {},
})
console.log((await migrateToLatest(database)).length)
