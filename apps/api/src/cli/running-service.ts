import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commandSocketPath, createFrameStream, readFrames, toFrame } from '../process/command-socket.ts'
import { accountName, type Terminal } from './terminal.ts'

/** Connects to the service that has the embedded database in a directory open; undefined if none runs. */
export async function connectToService(dataDir: string): Promise<Socket | undefined> {
  const socket = connect(commandSocketPath(dataDir))
  try {
    await once(socket, 'connect')
    // Its reader and its writers reject, too.
    return socket.on('error', () => {})
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Nothing runs, or what runs has no socket: the lock of the directory says which.
    if (/^(?:ENOENT|ECONNREFUSED|EINVAL|ENOTDIR|EACCES)$/.test(code)) return undefined
    throw error
  }
}

/** Runs a command in the service. Resolves to its exit code; rejects if the service ends before the command does. */
export async function runInService(
  socket: Socket,
  { args, stderr }: Pick<Terminal, 'args' | 'stderr'>,
  { input, output, endsOutput }: { input: Readable | undefined; output: Writable; endsOutput: boolean },
): Promise<number> {
  let exitCode: number | undefined
  async function* receive() {
    for await (const { type, body } of readFrames(socket)) {
      if (type === 'output') yield body
      if (type === 'error') stderr.write(body)
      if (type === 'exit') exitCode = Number(String(body))
    }
    if (exitCode === undefined) throw new Error('The service stopped before the command had ended.')
  }
  socket.write(toFrame('command', JSON.stringify({ args, account: accountName() })))
  const sending = pipeline(input ?? Readable.from([]), createFrameStream(socket, 'input')).then(
    () => void socket.write(toFrame('end')),
    (error: Error) => {
      // The command may have ended without reading everything.
      if (exitCode === undefined) socket.destroy(error)
    },
  )
  try {
    await pipeline(receive(), output, { end: endsOutput })
    return exitCode ?? 1
  } finally {
    socket.destroy()
    input?.destroy()
    await sending
  }
}
