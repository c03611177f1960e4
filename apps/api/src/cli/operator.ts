import { userInfo } from 'node:os'
import { loadConfig } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { assertMigrated, migrateToLatest } from '@timezone-registry/db/migrate'
import { type AuditedAction, createAuditLog, type Outcome, outcomeOfError } from '../access/audit.ts'
import { createLogger } from '../logger.ts'
import type { Terminal } from './terminal.ts'

/**
 * Opens the configured database and updates its schema or, with `MIGRATE=off`, rejects unless it is up to date. Does not
 * wait for a server that is down.
 */
export async function openMigrated({ env, console }: Terminal): Promise<Database> {
  const { database: options } = loadConfig(env)
  await using opened = new AsyncDisposableStack()
  const onConnectionError = (error: Error) => console.error(error.message)
  const joining = { joinsService: true, onConnectionError }
  const database = opened.use(await openDatabase({ ...options, ...joining }))
  if (options.migrate === 'off') await assertMigrated(database)
  else await migrateToLatest(database, { onWaiting: console.error })
  opened.move()
  return database
}

/**
 * Does the work and writes one audit line, with what `describe` returns for its result, to standard error: a command's
 * standard output is for other programs. Rethrows errors.
 */
export async function audited<Result>(
  { env, stderr }: Terminal,
  action: AuditedAction,
  work: () => Promise<Result>,
  describe: (result: Result) => { outcome: Outcome } & Record<string, unknown>,
): Promise<Result> {
  const logger = createLogger({ level: 'info', stream: stderr })
  // Commands report an invalid configuration when they open the database.
  const lines = createAuditLog({ logger, enabled: env.AUDIT_LOG?.trim() !== 'off' })
  const caller = { kind: 'operator', id: operatorName() }
  try {
    const result = await work()
    lines.write({ caller, ...action, ...describe(result) })
    return result
  } catch (error) {
    lines.write({ caller, ...action, outcome: outcomeOfError(error) })
    throw error
  }
}

/** The account that runs the command. In a container, its user id may have no name. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
