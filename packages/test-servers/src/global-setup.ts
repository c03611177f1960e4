import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'
import type {} from './test-database.ts'

/** Vitest's global setup: one PostgreSQL server for all test files of a package, or the one at `TEST_DATABASE_URL`. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given)
    return undefined
  }
  const postgres = await startTestPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres[Symbol.asyncDispose]()
}
