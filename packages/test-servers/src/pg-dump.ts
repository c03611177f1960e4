import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'

/** A PostgreSQL with its `pg_dump`, which npm's lacks, or why there is none. Throws where there must be one (`REQUIRE_PG_DUMP=1`). */
export function findPgDump(): { binaries: string; missing?: never } | { binaries?: never; missing: string } {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const binaries = versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => ['postgres', 'pg_dump'].every((program) => existsSync(join(folder, program))))
  if (binaries !== undefined) return { binaries }
  const missing = `there is no PostgreSQL with pg_dump in ${DEBIAN}`
  if (process.env.REQUIRE_PG_DUMP === '1') throw new Error(`REQUIRE_PG_DUMP=1, and ${missing}`)
  return { missing }
}
