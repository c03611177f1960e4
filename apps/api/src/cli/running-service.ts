import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CommandOutput, commandSocketPath } from '../process/command-socket.ts'
import { accountName, type Terminal } from './terminal.ts'
import { readLines } from './transfer/record-formats.ts'

/** Connects to the service that has the embedded database in a directory open; undefined if none runs. */
export async function connectToService(dataDir: string): Promise<Socket | undefined> {
  const socket = connect(commandSocketPath(dataDir))
  try {
    await once(socket, 'connect')
    return socket
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
