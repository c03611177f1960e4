import { failIfRequired } from './fail-if-required.ts'
import { findDebianBinaries } from './postgres-binaries.ts'

/** The binaries of a PostgreSQL with `pg_dump`, which npm's lacks, or why there are none. Throws if `REQUIRE_PG_DUMP=1`. */
export function findPgDump(): { binaries: string; missing?: never } | { binaries?: never; missing: string } {
  const binaries = findDebianBinaries(['postgres', 'pg_dump'])
  if (binaries !== undefined) return { binaries }
  const missing = 'no PostgreSQL with pg_dump is installed'
  failIfRequired('PG_DUMP', missing)
  return { missing }
}
