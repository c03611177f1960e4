import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the global set-up started, on which each test file makes its own databases. */
    postgresUrl: string
  }
}

/** Makes an empty database on a server, the global set-up's unless told otherwise, and returns its URL. */
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
