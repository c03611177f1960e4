// `npm run db:migrate`: brings the schema up to date and ends, for operators who start the service with MIGRATE=off.
import { loadConfig } from '@timezone-registry/config'
import { openDatabase } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'

const config = loadConfig(process.env)
await using database = await openDatabase({
  ...config.database,
  onConnectionError: (error) => console.error(error.message),
})
const applied = await migrateToLatest(database)
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to do: the schema is up to date')
