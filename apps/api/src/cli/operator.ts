import { createWriteStream } from 'node:fs'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { loadConfig } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { DirectoryInUse } from '@timezone-registry/db/data-directory'
import { assertMigrated, migrateToLatest } from '@timezone-registry/db/migrate'
import { CommanderError } from 'commander'
import {
  type AuditedAction,
  createAuditLog,
  type DescribedOutcome,
  type Outcome,
  withOutcome,
} from '../access/audit.ts'
import { connectToService, runInService } from './running-service.ts'
import { accountName, type Terminal } from './terminal.ts'

type Files = {
  /** What the command reads. */
  input?: Readable
  /** The file that it writes; standard output by default. */
  to?: string | undefined
}

/** Does a command's work where the database is open: in the running service, or here. */
export async function onDatabase(
  terminal: Terminal,
  work: (database: Database, output: Writable) => Promise<void>,
  { input, to, open = openMigrated }: Files & { open?: typeof openMigrated } = {},
): Promise<void> {
  const { service, stdout } = terminal
  if (service !== undefined) return work(service.database, stdout)
  const openOutput = () => (to === undefined ? stdout : createWriteStream(to, { mode: 0o600, flush: true }))
  const found = await findDatabase(terminal, open)
  if (!('socket' in found)) {
    await using database = found
    return await work(database, openOutput())
  }
  const files = { input, output: openOutput(), endsOutput: to !== undefined }
  const exitCode = await runInService(found.socket, terminal, files)
  // The service has reported why.
  if (exitCode !== 0) throw new CommanderError(exitCode, 'service', '')
}

/** The database, or a connection to the service that has it open, which may have started meanwhile. */
async function findDatabase(
  terminal: Terminal,
  open: typeof openMigrated,
): Promise<Database | { socket: Socket }> {
  const { url, dataDir } = loadConfig(terminal.env).database
  const connect = () => (url === undefined ? connectToService(dataDir) : undefined)
  const running = await connect()
  if (running !== undefined) return { socket: running }
  return open(terminal).catch(async (error: unknown) => {
    const socket = error instanceof DirectoryInUse && (await connect())
    if (!socket) throw error
    return { socket }
  })
}

/** Opens the database and updates its schema or, with `MIGRATE=off`, rejects unless it is up to date. */
async function openMigrated({ env, console }: Terminal): Promise<Database> {
  const { database: options } = loadConfig(env)
  await using opened = new AsyncDisposableStack()
  const onConnectionError = (error: Error) => console.error(error.message)
  const database = opened.use(await openDatabase({ ...options, onConnectionError }))
  if (options.migrate === 'off') await assertMigrated(database)
  else await migrateToLatest(database, { onWaiting: console.error })
  opened.move()
  return database
}

/** Audits a command, in the log of the service that runs it, or as text on standard error, then the only record. */
export function audited<Result>(
  { env, stderr, service }: Terminal,
  action: AuditedAction,
  work: () => Promise<Result>,
  outcomeOf: (result: Result) => Outcome | DescribedOutcome,
): Promise<Result> {
  // Commands report an invalid configuration when they open the database.
  const enabled = env.AUDIT_LOG?.trim() !== 'off'
  const write = service
    ? createAuditLog({ logger: service.logger, enabled })
    : (line: AuditLine) => enabled && stderr.write(toText(line))
  const caller = { kind: 'operator', id: service?.account ?? accountName() }
  return withOutcome(work, outcomeOf, (outcome) => write({ caller, ...action, ...outcome }))
}

/** `Audit: root, key_revoke, revoked at 2026-11-27T06:12:03Z (key_id 1, name bot)`. */
function toText({ caller, action, outcome, ...details }: AuditLine): string {
  const listed = Object.entries(details).flatMap(([name, value]) =>
    value === undefined ? [] : `${name} ${[value].flat().join(' ')}`,
  )
  const time = new Date().toISOString().slice(0, 19)
  return `Audit: ${caller.id}, ${action}, ${outcome} at ${time}Z (${listed.join(', ')})\n`
}

type AuditLine = AuditedAction & DescribedOutcome & { caller: { id: string } }
