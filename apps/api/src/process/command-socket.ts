import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { serviceSocketPath } from '@timezone-registry/db/service-socket'

/** A command that a client asks for: its arguments, its streams, and the account that runs it. */
export type AskedCommand = {
  args: string[]
  account: string
  stdin: Readable
  stdout: Writable
  stderr: Writable
}

/** A line of the response: what the command writes, in base64, and, last, its exit code. */
export type CommandOutput = { stdout?: string; stderr?: string; exitCode?: number }

const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103
const CHANGES_MILLISECONDS = 500

/**
 * Runs the commands of this user's `registry` over HTTP: the header `command` has the arguments, the body is the input, and
 * the response has a line of JSON for each output. Closing a connection aborts its command. `onChange` is called while one
 * runs, and before its client knows that it has ended. Rejects if the system cannot have a socket there.
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
  const running = new Set<Promise<void>>()
  // An import may take longer than Node's five minutes for a request.
  const server = createServer({ requestTimeout: 0 }, (req, res) => {
    const timer = setInterval(onChange, CHANGES_MILLISECONDS)
    const served = respond(req, res, async (command) => {
      const code = await run(command)
      onChange()
      return code
    })
      .catch(() => void res.destroy())
      .finally(() => {
        clearInterval(timer)
        running.delete(served)
      })
    running.add(served)
  })
  const path = serviceSocketPath(dataDir)
  await listenPrivately(server, path)
  return {
    [Symbol.asyncDispose]: async () => {
      server.close()
      rmSync(path, { force: true })
      server.closeAllConnections()
      await Promise.all(running)
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

async function respond(
  stdin: IncomingMessage,
  res: ServerResponse,
  run: (command: AskedCommand) => Promise<number>,
): Promise<void> {
  const command = JSON.parse(Buffer.from(String(stdin.headers.command), 'base64url').toString())
  const send = (output: CommandOutput, done: () => void) =>
    void res.write(`${JSON.stringify(output)}\n`, done)
  const createOutput = (name: 'stdout' | 'stderr') =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => send({ [name]: chunk.toString('base64') }, done),
    })
  const [stdout, stderr] = [createOutput('stdout'), createOutput('stderr')]
  // What fails because the client has gone is reported to nobody.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  res.once('close', () => {
    for (const stream of [stdin, stdout, stderr]) stream.destroy(new Error('The command was interrupted'))
  })
  const exitCode = await run({ ...command, stdin, stdout, stderr })
  for (const output of [stdout, stderr]) await finished(output.end())
  send({ exitCode }, () => res.end())
}
