// Opens the embedded database in a directory and prints its settings and this process's peak of memory.
import { openEmbedded } from '../src/embedded-database.ts'

const [dataDir = '', template] = process.argv.slice(2)
await using database = await openEmbedded(dataDir, template)
const { rows } = await database.withConnection((query) =>
  query(`select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`),
)
console.log(JSON.stringify({ rows, peakKilobytes: process.resourceUsage().maxRSS }))
