import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'
import type {} from './test-database.ts'

// Linux's file system in memory. A run creates several hundred databases, each of which waits for the disk many times.
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4e9

/** Vitest's global setup: one PostgreSQL server for all test files of a package, or the one at `TEST_DATABASE_URL`. */
export async function setup(
  project: Pick<TestProject, 'provide'>,
): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given)
    return undefined
  }
  const postgres = await startTestPostgres({ directory: hasEnoughMemory() ? MEMORY : tmpdir() })
  project.provide('postgresUrl', postgres.url)
  return () => postgres[Symbol.asyncDispose]()
}

function hasEnoughMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}
