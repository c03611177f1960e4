// Opens the embedded database in a directory and prints its settings and this process's peak of memory. With `stay`, it
// stays open.
import { openEmbedded } from '../src/embedded-database.ts'

const [dataDir = '', template, stay] = process.argv.slice(2)
await using database = await openEmbedded(dataDir, template)
const { rows } = await database.withConnection((query) =>
  query(`select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`),
)
console.log(JSON.stringify({ rows, peakKilobytes: process.resourceUsage().maxRSS }))
if (stay !== undefined) await new Promise((resolve) => setTimeout(resolve, 60_000))
