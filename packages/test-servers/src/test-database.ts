import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the global setup started; each test file creates its own databases there. */
    postgresUrl: string
  }
}

/** Creates an empty database and returns its URL; on the global setup's server by default. */
export async function createTestDatabase(serverUrl = inject('postgresUrl')): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(serverUrl)
  await client.connect()
  await client.query(`create database ${name} encoding 'UTF8' template template0`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
