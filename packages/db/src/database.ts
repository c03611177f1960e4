import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Runs one SQL statement; `$1`… in the text stand for the parameters. */
export type Query = (text: string, parameters?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** A PostgreSQL database, on a server or embedded in this process. */
export type Database = {
  /** The database's name for the log, without the password. */
  readonly description: string
  /** True for a server, which several instances may share. */
  readonly isServer: boolean
  /** True if there is a pooler such as PgBouncer in front of the server. */
  readonly isPooled: boolean
  /** What an operator should know about the connection to this database, one sentence each. */
  readonly warnings: readonly string[]
  readonly drizzle: PgDatabase<PgQueryResultHKT>
  /** Commits what `run` did, under read committed, or rolls it back if it rejects. */
  transaction<T>(run: (drizzle: PgDatabase<PgQueryResultHKT>) => Promise<T>): Promise<T>
  /** The pool's connections, and the queries that wait for one; undefined for the embedded database. */
  poolCounts(): { total: number; idle: number; waiting: number } | undefined
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Outside the pool, with its time limits; opened when first used, and again after it broke. */
  openConnection(): Pick<Database, 'drizzle'> & AsyncDisposable
  /** Closes the pool's connections, also those in use, to servers started at another time. Behind a pooler, none. */
  closeOthers(startedAt: string): void
  /**
   * Opens a connection outside the pool for statements of up to five minutes. Behind a pooler, only the statements
   * between `begin` and `commit` are certain to share a session. `statementSeconds` replaces the five minutes; the
   * server enforces it as well, except behind a pooler, where the role's timeouts apply.
   */
  withConnection<T>(use: (query: Query) => Promise<T>, options?: { statementSeconds?: number }): Promise<T>
  [Symbol.asyncDispose](): Promise<void>
}

export type DatabaseOptions = {
  /** A `postgres://` URL; absent: the embedded database in `dataDir`. */
  url: string | undefined
  dataDir: string
  /** The maximum number of pooled connections. */
  poolSize: number
  /** `checked` refuses a server that may lose an acknowledged write; `trusted` skips the check. */
  durability: 'checked' | 'trusted'
  /** Called when a connection breaks outside of a query. */
  onConnectionError: (error: Error) => void
}
