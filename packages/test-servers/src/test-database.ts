import { inject } from 'vitest'
import { createDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The servers that the global setup started. */
    postgresUrls: readonly string[]
  }
}

/** The server of this test process. */
export function testServerUrl(): string {
  const urls = inject('postgresUrls')
  const url = urls[Number(process.env.VITEST_POOL_ID) % urls.length]
  if (url === undefined) throw new Error('The global setup started no PostgreSQL')
  return url
}

/** Creates an empty database and returns its URL; on this process's server by default. */
export function createTestDatabase(serverUrl = testServerUrl()): Promise<string> {
  return createDatabase(serverUrl)
}
