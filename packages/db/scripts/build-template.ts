// Writes the cluster that the embedded database starts from; see `src/embedded-template.ts`. An argument replaces its path.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { TEMPLATE } from '../src/embedded-template.ts'

const [target = TEMPLATE] = process.argv.slice(2)
const pglite = await PGlite.create('memory://')
const archive = await pglite.dumpDataDir('gzip')
await pglite.close()
await mkdir(dirname(target), { recursive: true })
await writeFile(target, archive.stream())
