import { z } from 'zod'
import { integer } from './variable-types.ts'

const MAX_WORKERS = 64
// A PostgreSQL server accepts 97 connections of ordinary roles by default; operators and backups need some of them.
const MAX_CONNECTIONS = 90

export const workerVariables = z.object({
  WORKERS: z
    .union([z.literal('auto'), integer({ min: 1, max: MAX_WORKERS })], {
      error: `must be auto or a whole number from 1 to ${MAX_WORKERS}`,
    })
    .default(1)
    .describe(
      'Processes that share the port, each with DATABASE_POOL_SIZE database connections and one more; more than 1 needs DATABASE_URL. auto: one per core, limited so that all of them use at most 90 connections.',
    ),
})

type Given = Readonly<Record<string, string | undefined>>

/**
 * How many processes share one port. `auto` is one per core, limited so that all of them use at most 90 database
 * connections (each its pool, and one outside it), and 1 if several processes could not share the database.
 */
export function workerCount(
  { WORKERS }: z.infer<typeof workerVariables>,
  { given, poolSize, cpuCount }: { given: Given; poolSize: number; cpuCount: number },
): number {
  if (WORKERS !== 'auto') return WORKERS
  if (given.DATABASE_URL === undefined) return 1
  return Math.max(1, Math.min(cpuCount, MAX_WORKERS, Math.floor(MAX_CONNECTIONS / (poolSize + 1))))
}

/** The problems of a configuration in which several workers could not share the database. */
export function workerProblems(given: Given): string[] {
  return given.DATABASE_URL === undefined && Number(given.WORKERS) > 1
    ? ['WORKERS above 1 needs DATABASE_URL: only one process can use the embedded database']
    : []
}
