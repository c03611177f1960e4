import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { redisMissing, startTestRedis } from './redis.ts'
import type {} from './test-database.ts'

// Linux's file system in memory. A run creates several hundred databases, each of which waits for the disk many times.
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4e9

type Project = Pick<TestProject, 'provide'> & { config?: Pick<TestProject['config'], 'env' | 'maxWorkers'> }

/**
 * Vitest's global setup: one Redis, and one PostgreSQL for each test process, because its feed waits for every transaction
 * on its server. Given servers, at `TEST_DATABASE_URL` and `TEST_REDIS_URL`, are shared.
 */
export async function setup({ provide, config }: Project): Promise<() => Promise<void>> {
  const servers = new AsyncDisposableStack()
  const given = process.env.TEST_DATABASE_URL || undefined
  if (given === undefined) {
    const directory = hasEnoughMemory() ? MEMORY : tmpdir()
    const binaries = findPostgresBinaries(config?.env)
    const starts = Array.from({ length: config?.maxWorkers ?? 1 }, async () =>
      servers.use(await startTestPostgres({ directory, binaries })),
    )
    provide(
      'postgresUrls',
      (await Promise.all(starts)).map(({ url }) => url),
    )
  } else provide('postgresUrls', [given])
  // Where there is no Redis, the tests that need one are skipped.
  if (redisMissing() === undefined) {
    const redis = servers.use(await startTestRedis())
    // The test processes inherit it.
    process.env.TEST_REDIS_URL = redis.url
  }
  return () => servers.disposeAsync()
}

function hasEnoughMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}
