import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { loadConfig } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { createFile } from '@timezone-registry/db/backup'
import { DirectoryInUse } from '@timezone-registry/db/data-directory'
import { assertMigrated, migrateToLatest } from '@timezone-registry/db/migrate'
import { connectToService } from '@timezone-registry/db/service-socket'
import { CommanderError } from 'commander'
import {
  type AuditedAction,
  createAuditLog,
  type DescribedOutcome,
  type Outcome,
  withOutcome,
} from '../access/audit.ts'
import type { CommandOutput } from '../process/command-socket.ts'
import { accountName, type Terminal } from './terminal.ts'
import { readLines } from './transfer/record-formats.ts'

type Files = {
  open?: (terminal: Terminal) => Promise<Database>
  input?: Readable
  /** The file that it writes; standard output by default. */
  to?: string | undefined
}

/** What a command works with where the database is open. */
export type Opened = { terminal: Terminal; database: Database; output: Writable }

/** The action of a command whose work is done where the database is open. */
export function actOn<Given extends unknown[]>(
  terminal: Terminal,
  work: (opened: Opened, ...given: Given) => Promise<void>,
  files?: Files,
) {
  return (...given: Given) => onDatabase(terminal, (opened) => work(opened, ...given), files)
}

/** Does a command's work where the database is open: in the running service, or here. */
export async function onDatabase(
  terminal: Terminal,
  work: (opened: Opened) => Promise<void>,
  { input, to, open = openMigrated }: Files = {},
): Promise<void> {
  const { service, stdout } = terminal
  if (service !== undefined) return work({ terminal, database: service.database, output: stdout })
  const openOutput = async () => (to === undefined ? stdout : createFile(to))
  const found = await findDatabase(terminal, open)
  if (!('socket' in found)) {
    await using database = found
    return await work({ terminal, database, output: await openOutput() })
  }
  const files = { input, output: await openOutput(), endsOutput: to !== undefined }
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
  const find = () => (url === undefined ? connectToService(dataDir) : undefined)
  const running = await find()
  if (running !== undefined) return { socket: running }
  return open(terminal).catch(async (error: unknown) => {
    const socket = error instanceof DirectoryInUse && (await find())
    if (!socket) throw error
    return { socket }
  })
}

/** Runs a command in the service. Resolves to its exit code; rejects if the service ends before the command does. */
async function runInService(
  socket: Socket,
  { args, stderr }: Terminal,
  { input, output, endsOutput }: { input: Readable | undefined; output: Writable; endsOutput: boolean },
): Promise<number> {
  const command = Buffer.from(JSON.stringify({ args, account: accountName() })).toString('base64url')
  // With `keep-alive`, the service reads on when the command has ended without its whole input.
  const headers = { command, connection: 'keep-alive' }
  const sent = request({ method: 'POST', headers, createConnection: () => socket })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  let exitCode: number | undefined
  async function* receive() {
    const [response] = await answered
    for await (const line of readLines(response.setEncoding('utf8'))) {
      const written = line as CommandOutput
      if (written.stdout !== undefined) yield Buffer.from(written.stdout, 'base64')
      if (written.stderr !== undefined) stderr.write(Buffer.from(written.stderr, 'base64'))
      exitCode = written.exitCode
    }
  }
  const sending = pipeline(input ?? Readable.from([]), sent).catch((error: Error) => {
    // The command may have ended without reading everything.
    if (exitCode === undefined) sent.destroy(error)
  })
  try {
    await pipeline(receive(), output, { end: endsOutput })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
  } finally {
    socket.destroy()
    input?.destroy()
    await sending
  }
  if (exitCode === undefined) throw new Error('The service stopped before the command had ended.')
  return exitCode
}

/** Opens the database as it is. */
export function openConfigured({ env, console }: Terminal): Promise<Database> {
  const onConnectionError = (error: Error) => console.error(error.message)
  return openDatabase({ ...loadConfig(env).database, onConnectionError })
}

/** Opens the database and updates its schema or, with `MIGRATE=off`, rejects unless it is up to date. */
async function openMigrated(terminal: Terminal): Promise<Database> {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await openConfigured(terminal))
  if (loadConfig(terminal.env).database.migrate === 'off') await assertMigrated(database)
  else await migrateToLatest(database, { onWaiting: terminal.console.error })
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

/** `Audit: root, key_revoke, revoked at 2026-11-27T06:12:03Z (key_id 1)`. */
function toText({ caller, action, outcome, ...details }: AuditLine): string {
  const listed = Object.entries(details).flatMap(([name, value]) =>
    value === undefined ? [] : `${name} ${[value].flat().join(' ')}`,
  )
  const time = new Date().toISOString().slice(0, 19)
  return `Audit: ${caller.id}, ${action}, ${outcome} at ${time}Z (${listed.join(', ')})\n`
}

type AuditLine = AuditedAction & DescribedOutcome & { caller: { id: string } }
