// Writes the cluster that the embedded database starts from; see `src/embedded-database.ts`. An argument replaces its path.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { TEMPLATE } from '../src/embedded-database.ts'

const [target = TEMPLATE] = process.argv.slice(2)
// By default, a segment of the log is 16 MB.
const pglite = await PGlite.create('memory://', { initDbStartParams: ['--wal-segsize=1'] })
// No further database is created from these; their catalogs take 7 MB each.
for (const database of ['template0', 'template1']) {
  await pglite.exec(`alter database ${database} is_template false`)
  await pglite.exec(`drop database ${database}`)
}
const archive = await pglite.dumpDataDir('gzip')
await pglite.close()
await mkdir(dirname(target), { recursive: true })
await writeFile(target, archive.stream())
