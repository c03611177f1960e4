import pg from 'pg'

/** Creates an empty database on a server and returns its URL. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(serverUrl)
  await client.connect()
  await client.query(`create database ${name} encoding 'UTF8' template template0`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
