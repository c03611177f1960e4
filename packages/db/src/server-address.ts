import pg from 'pg'

/** Where a `postgres://` URL leads, as the driver reads it: the host may be the folder of a socket. */
export function readServerAddress(url: string): { host: string; port: number; database: string | undefined } {
  const { host, port, database } = new pg.Client({ connectionString: url })
  return { host, port, database }
}
