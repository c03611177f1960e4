import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { PassThrough, type Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** A command that a client asks for: its arguments, its streams, and the account that runs it. */
export type AskedCommand = {
  args: string[]
  account: string
  stdin: Readable
  stdout: Writable
  stderr: Writable
}

// The client sends a command, then its input; the service sends both outputs and the exit code.
const TYPES = ['command', 'input', 'end', 'output', 'error', 'exit'] as const

/** A message over the socket: the place of its type, four bytes of length, and its bytes. */
type Frame = { type: (typeof TYPES)[number]; body: Buffer }

const HEAD_BYTES = 5
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103
const CHANGES_MILLISECONDS = 500

/** The socket of the service that has the embedded database in this directory open. */
export function commandSocketPath(dataDir: string): string {
  return join(resolve(dataDir), 'registry.sock')
}

/**
 * Runs the commands of this user's `registry` in this process, which alone has the embedded database open. Closing a
 * connection aborts its command. `onChange` is called while one runs, and before its client knows that it has ended. Rejects
 * if the system cannot have a socket there.
 */
export async function serveCommands({
  dataDir,
  run,
  onChange,
}: {
  dataDir: string
  run: (command: AskedCommand) => Promise<number>
  onChange: () => void
}): Promise<AsyncDisposable> {
  const running = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    const timer = setInterval(onChange, CHANGES_MILLISECONDS)
    const served = serveClient(socket, async (command) => {
      const code = await run(command)
      onChange()
      return code
    })
      .catch(() => {})
      .finally(() => {
        clearInterval(timer)
        running.delete(socket)
        socket.destroySoon()
      })
    running.set(socket, served)
  })
  const path = commandSocketPath(dataDir)
  await listenPrivately(server, path)
  return {
    [Symbol.asyncDispose]: async () => {
      server.close()
      rmSync(path, { force: true })
      for (const socket of running.keys()) socket.destroy()
      await Promise.all(running.values())
    },
  }
}

/** Listens on a socket that only this user may use, in place of one that a killed process has left. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  if (process.platform === 'win32') throw new Error('Windows has no socket that only one user may use')
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw new Error(`The path ${path} has more than ${MAX_PATH_BYTES} bytes. Choose a shorter DATA_DIR`)
  rmSync(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  chmodSync(path, 0o600)
  // A connection that could not be accepted.
  server.on('error', () => {})
}

async function serveClient(socket: Socket, run: (command: AskedCommand) => Promise<number>): Promise<void> {
  // Its reader and writers reject, too.
  socket.on('error', () => {})
  const frames = readFrames(socket)
  const { value: first } = await frames.next()
  if (first?.type !== 'command') return
  const stdin = new PassThrough()
  const [stdout, stderr] = [createFrameStream(socket, 'output'), createFrameStream(socket, 'error')]
  // What fails because the client has gone is reported to nobody.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  const abort = () => {
    for (const stream of [stdin, stdout, stderr]) stream.destroy(new Error('The command was interrupted'))
  }
  const reading = forwardInput(frames, stdin).then(abort, abort)
  const code = await run({ ...JSON.parse(String(first.body)), stdin, stdout, stderr })
  for (const output of [stdout, stderr]) await finished(output.end())
  socket.end(toFrame('exit', String(code)))
  stdin.destroy()
  // Until the client has closed.
  await reading
}

async function forwardInput(frames: AsyncIterable<Frame>, stdin: PassThrough): Promise<void> {
  for await (const { type, body } of frames) {
    if (type === 'end') stdin.end()
    else if (!stdin.destroyed && !stdin.write(body))
      await Promise.race([once(stdin, 'drain'), once(stdin, 'close')])
  }
}

export async function* readFrames(socket: Socket): AsyncGenerator<Frame, undefined> {
  let rest = Buffer.alloc(0)
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32BE(1)
      if (rest.length < end) break
      const type = TYPES[rest[0] ?? 0]
      if (type !== undefined) yield { type, body: rest.subarray(HEAD_BYTES, end) }
      rest = rest.subarray(end)
    }
  }
}

export function toFrame(type: Frame['type'], body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body)
  const head = Buffer.alloc(HEAD_BYTES, TYPES.indexOf(type))
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** What is written to it goes over the socket, as fast as that takes it. */
export function createFrameStream(socket: Socket, type: Frame['type']): Writable {
  return new Writable({ write: (chunk, _encoding, done) => void socket.write(toFrame(type, chunk), done) })
}
