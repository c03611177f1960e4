import { once } from 'node:events'
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { type PGlite, protocol, type Transaction } from '@electric-sql/pglite'

// As PostgreSQL names it in its directory, so `psql --host=DATA_DIR` finds it.
const SOCKET_NAME = '.s.PGSQL.5432'
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103
const MAX_CLIENTS = 8
const MAX_BATCH_BYTES = 16 * 1024 * 1024
const MAX_RESPONSE_BYTES = 128 * 1024 * 1024
const BYTES_PER_BUFFER = 200
const TURN_MILLISECONDS = 2000
const STALL_MILLISECONDS = 10_000
const TOO_MANY = { code: '53300', reason: `It serves ${MAX_CLIENTS} clients at once.` }
const TOO_LONG = { code: '25P04', reason: `A transaction may hold it for ${TURN_MILLISECONDS / 1000} s.` }
const TOO_LARGE = { code: '54000', reason: `A statement may have ${MAX_BATCH_BYTES} bytes.` }
const LARGE_RESPONSE = { code: '54000', reason: `A response may have ${MAX_RESPONSE_BYTES} bytes.` }
// PGlite stops if it cannot run the program, or convert a text.
const COPY_PROGRAM = /\bcopy\b[^;]{0,2000}\b(?:to|from)\s+program\b/i
const OTHER_ENCODING =
  /\b(?:client_encoding\b['"]?\s*(?:=|to\b|,)|set\s+(?:(?:session|local)\s+)?names\b)(?!\s*['"]?(?:utf-?8|unicode|sql_ascii|default)\b)/i
const UNSUPPORTED = [
  { pattern: COPY_PROGRAM, code: '0A000', reason: 'It cannot run programs.' },
  { pattern: OTHER_ENCODING, code: '0A000', reason: 'It has only the encoding UTF-8.' },
]
const UNKNOWN = { code: '08P01', reason: 'It does not know this message.' }

/** The socket of the embedded database in a directory. Throws if the system cannot have one there. */
export function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), SOCKET_NAME)
  if (process.platform === 'win32') throw new Error('Windows has no socket that only one user may use')
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw new Error(
      `The path of the socket, ${path}, has more than ${MAX_PATH_BYTES} bytes. Choose a shorter DATA_DIR`,
    )
  return path
}

/**
 * Lets programs of this user use the embedded database in PostgreSQL's protocol, as through a pooler in transaction mode.
 * A client's transaction has a turn between the service's own; after two seconds, or if the client goes away, it is rolled
 * back. A single statement cannot be interrupted. `onUse` is called after each turn, before the client knows its outcome.
 */
export async function serveEmbedded(
  pglite: PGlite,
  { path, onUse }: { path: string; onUse: () => void },
): Promise<AsyncDisposable> {
  const greeting = await createGreeting(pglite)
  const takeTurn = createTurns(pglite)
  const sockets = new Set<Socket>()
  const serving = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Its readers and writers reject, too.
    socket.on('error', () => {})
    if (serving.size >= MAX_CLIENTS) dismiss(socket, TOO_MANY)
    else {
      const served = serveClient(socket, { pglite, greeting, takeTurn, onUse }).catch(() => {})
      serving.set(socket, served)
      socket.once('close', () => serving.delete(socket))
      served.finally(() => socket.destroySoon())
    }
  })
  await listenPrivately(server, path)
  // A connection that could not be accepted.
  server.on('error', () => {})
  return {
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      rmSync(path, { force: true })
      for (const socket of sockets) socket.destroy()
      await Promise.all(serving.values())
      await closed
    },
  }
}

/** Listens on a socket that only this user may use, in place of one that a killed process has left. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  // Created where nobody else can reach it before it has its permissions.
  const directory = `${path.slice(0, -SOCKET_NAME.length)}.socket`
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { mode: 0o700 })
  const created = join(directory, 's')
  server.listen(created)
  await once(server, 'listening')
  chmodSync(created, 0o600)
  renameSync(created, path)
  rmSync(directory, { recursive: true })
}

type Client = { pglite: PGlite; greeting: Buffer; takeTurn: TakeTurn; onUse: () => void }

/** Serves one connection until it ends. */
async function serveClient(socket: Socket, { pglite, greeting, takeTurn, onUse }: Client): Promise<void> {
  const read = createReader(socket)
  socket.setTimeout(STALL_MILLISECONDS, () => socket.destroy())
  if (!(await agreeOnVersion(read, socket))) return
  socket.write(greeting)
  socket.setTimeout(0)

  const session = createSession(pglite)
  const respond = createWriter(socket)
  let turn: Turn | undefined
  const endTurn = async () => {
    const ending = turn
    turn = undefined
    if (ending === undefined) return
    await session.leave(ending.tx).finally(() => {
      onUse()
      ending.end()
    })
  }
  const expire = () => {
    dismiss(socket, TOO_LONG)
    endTurn().catch(() => {})
  }
  try {
    for (;;) {
      const batch = await readBatch(read)
      if (batch === undefined) return
      if ('code' in batch) return dismiss(socket, batch)
      if (turn === undefined) {
        turn = await takeTurn(expire)
        await session.enter(turn.tx)
      }
      if (socket.writableEnded || socket.destroyed) return
      const { output, isWhole } = await session.run(batch.messages)
      if (batch.isComplete && !isEnded(output)) return stop()
      if (!isWhole) return dismiss(socket, LARGE_RESPONSE)
      if (batch.isComplete && !pglite.isInTransaction()) await endTurn()
      await respond(output)
    }
  } finally {
    await endTurn()
  }
}

const END_BYTES = 6

/** Whether a response has its last message, `Z` with one byte of state. */
function isEnded(output: readonly Buffer[]): boolean {
  const end = Buffer.concat(output.slice(-END_BYTES)).subarray(-END_BYTES)
  return end.subarray(0, 5).equals(frame('Z', 'I').subarray(0, 5))
}

/** PGlite answers wrongly, or never, once it has failed within a statement, so the process ends; the next one recovers. */
function stop(): void {
  queueMicrotask(() => {
    throw new Error(
      'The embedded database failed in a statement of another program and cannot continue. Start the service again.',
    )
  })
}

/**
 * Runs `use` without any other query between its own, which are not in a transaction unless it begins one.
 */
export function exclusively<T>(pglite: PGlite, use: (tx: Transaction) => Promise<T>): Promise<T> {
  return pglite.transaction(async (tx) => {
    // Only a transaction keeps PGlite's other queries out. It is a warning that it has ended when PGlite ends it.
    await tx.exec('commit')
    return use(tx)
  })
}

/** The time in which only one client uses the database. */
type Turn = { tx: Transaction; end: () => void }
type TakeTurn = (onExpired: () => void) => Promise<Turn>

/** Turns of the clients, one at a time, so that the service's own queries wait for at most one of them. */
function createTurns(pglite: PGlite): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (onExpired) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<Turn>()
    const use = async (tx: Transaction) => {
      const timer = setTimeout(onExpired, TURN_MILLISECONDS)
      taken.resolve({ tx, end })
      await ended
      clearTimeout(timer)
    }
    last = last.then(() => exclusively(pglite, use)).catch(taken.reject)
    return taken.promise
  }
}

/** What a client sets for its session is in effect during its turns only, because the service uses the same session. */
function createSession(pglite: PGlite) {
  let settings: unknown
  return {
    enter: async (tx: Transaction) => {
      if (settings != null)
        await tx.query('select set_config(key, value, false) from json_each_text($1)', [
          JSON.stringify(settings),
        ])
    },
    /** Runs messages of the protocol and resolves to the response, or to the end of one that is too large. */
    run: async (messages: Buffer): Promise<{ output: Buffer[]; isWhole: boolean }> => {
      const output: Buffer[] = []
      let bytes = 0
      const onRawData = (chunk: Uint8Array) => {
        bytes += chunk.length + BYTES_PER_BUFFER
        output.push(Buffer.from(chunk))
        // The statement cannot be stopped.
        if (bytes > MAX_RESPONSE_BYTES) output.splice(0, output.length - END_BYTES)
      }
      await pglite.execProtocolRawStream(messages, { onRawData, syncToFs: false })
      return { output, isWhole: bytes <= MAX_RESPONSE_BYTES }
    },
    leave: async (tx: Transaction) => {
      // Ends messages that are incomplete, which everything else would belong to.
      await pglite.execProtocolRaw(protocol.serialize.sync())
      await tx.exec('rollback')
      const { rows } = await tx.query<{ settings: unknown }>(
        "select json_object_agg(name, setting) as settings from pg_catalog.pg_settings where source = 'session'",
      )
      settings = rows[0]?.settings
      // In PGlite, "discard all" leaves the role as it is.
      await tx.exec('set session authorization postgres; reset role')
      await tx.exec('discard all')
    },
  }
}

type Read = (length: number) => Promise<Buffer | undefined>

/** Reads so many bytes from a socket; undefined at its end. */
function createReader(socket: Socket): Read {
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (length) => {
    const bytes = Buffer.alloc(length)
    for (let filled = 0; filled < length; ) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done === true) return undefined
        rest = next.value
      }
      const copied = rest.copy(bytes, filled)
      filled += copied
      rest = rest.subarray(copied)
    }
    return bytes
  }
}

/** Writes chunks to a socket as it takes them. Rejects if it closes meanwhile. */
function createWriter(socket: Socket) {
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  return async (chunks: Buffer[]) => {
    socket.setTimeout(STALL_MILLISECONDS)
    for (const chunk of chunks)
      if (!socket.write(chunk)) await once(socket, 'drain', { signal: closed.signal })
    socket.setTimeout(0)
  }
}

const PROTOCOL = 3
const MAX_START_BYTES = 10_000
const REQUESTS_FOR_ENCRYPTION = [80_877_103, 80_877_104]

/** Reads a client's first message. False if it wants something else than a session. */
async function agreeOnVersion(read: Read, socket: Socket): Promise<boolean> {
  for (;;) {
    const head = await read(8)
    const length = (head?.readUInt32BE(0) ?? 0) - 8
    if (head === undefined || length < 0 || length > MAX_START_BYTES) return false
    if ((await read(length)) === undefined) return false
    const version = head.readInt32BE(4)
    if (REQUESTS_FOR_ENCRYPTION.includes(version)) socket.write('N')
    else return version >> 16 === PROTOCOL
  }
}

// PGlite would wait for ever for what a statement copies from its client. Other statements ignore it.
const NO_COPY = frame('f', 'the embedded database does not copy from clients; use "registry import"\0')

/** Messages to be run together: up to the one after which the client expects a response. */
type Batch = { messages: Buffer; isComplete: boolean }
type Refusal = { code: string; reason: string }

async function readBatch(read: Read): Promise<Batch | Refusal | undefined> {
  const messages: Buffer[] = []
  for (let held = 0; ; ) {
    const head = await read(5)
    const type = String.fromCharCode(head?.[0] ?? 0)
    if (head === undefined || type === 'X') return undefined
    const length = head.readUInt32BE(1) - 4
    held += length + 2 * BYTES_PER_BUFFER
    if (length < 0 || held > MAX_BATCH_BYTES) return TOO_LARGE
    // PGlite does not return from others.
    if (!'QPBDECSHdcf'.includes(type)) return UNKNOWN
    const body = await read(length)
    if (body === undefined) return undefined
    if ('dcf'.includes(type)) continue
    const text = 'QP'.includes(type) ? body.toString('latin1') : ''
    const unsupported = UNSUPPORTED.find(({ pattern }) => pattern.test(text))
    if (unsupported !== undefined) return unsupported
    messages.push(head, body)
    if (type === 'Q' || type === 'E') messages.push(NO_COPY)
    if ('QSH'.includes(type)) return { messages: Buffer.concat(messages), isComplete: type !== 'H' }
  }
}

/** What a session begins with: no password, since only this user can connect. */
async function createGreeting(pglite: PGlite): Promise<Buffer> {
  const { rows } = await pglite.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('server_version', 'server_encoding', 'client_encoding', 'DateStyle', 'IntervalStyle', 'TimeZone', 'integer_datetimes', 'standard_conforming_strings')",
  )
  const parameters = rows.map(({ name, setting }) => frame('S', `${name}\0${setting}\0`))
  // The process id is not the backend's, as behind a pooler; the client sees that its session is shared.
  return Buffer.concat([
    frame('R', Buffer.alloc(4)),
    ...parameters,
    frame('K', Buffer.alloc(8)),
    frame('Z', 'I'),
  ])
}

/** Ends the connection with an error that the client reports. */
function dismiss(socket: Socket, { code, reason }: Refusal): void {
  const message = `The embedded database ended this connection. ${reason}`
  socket.end(frame('E', `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`))
  // It may never read that.
  socket.setTimeout(STALL_MILLISECONDS, () => socket.destroy())
}

function frame(type: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body)
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}
