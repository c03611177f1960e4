import { inject } from 'vitest'
import { createDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the global setup started; each test file creates its own databases there. */
    postgresUrl: string
  }
}

/** Creates an empty database and returns its URL; on the global setup's server by default. */
export function createTestDatabase(serverUrl = inject('postgresUrl')): Promise<string> {
  return createDatabase(serverUrl)
}
