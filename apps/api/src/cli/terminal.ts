import { Console } from 'node:console'
import type { Writable } from 'node:stream'

/** The parts of its process that a command uses. */
export type Terminal = {
  readonly env: Record<string, string | undefined>
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** Writes to these two. */
  readonly console: Console
  /** The exit code of a command that does not throw. */
  exitCode: number
  /** Whether answers are written as JSON, for programs. */
  json: boolean
  /** Whether the command can be repeated for the same output, so that its reader may close the pipe early. */
  isReport: boolean
}

/** Writes a command's answer to standard output: a line of JSON with `--json`, otherwise what `writeText` writes. */
export function answer({ json, console }: Terminal, value: unknown, writeText: () => void): void {
  if (json) console.log(JSON.stringify(value))
  else writeText()
}

/** The terminal of a process, or of a test that provides its own streams. */
export function createTerminal({
  env,
  stdout,
  stderr,
}: Pick<Terminal, 'env' | 'stdout' | 'stderr'>): Terminal {
  return {
    env,
    stdout,
    stderr,
    console: createConsole(stdout, stderr),
    exitCode: 0,
    json: false,
    isReport: false,
  }
}

/** Notes that cannot be written are ignored; an answer that cannot is an error, thrown or emitted by its stream. */
function createConsole(stdout: Writable, stderr: Writable): Console {
  const strict = new Console({ stdout, stderr, ignoreErrors: false })
  return Object.assign(new Console(stdout, stderr), { log: strict.log, table: strict.table })
}

/** True for an error that occurs because the reader of a report, such as `head`, has closed standard output. */
export function isClosedByReader({ isReport }: Terminal, error: unknown): boolean {
  return isReport && error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

/**
 * Watches a stream. The returned function resolves to its first error, if any, once everything written has been
 * handled.
 */
export function watchErrors(stream: Writable): () => Promise<Error | undefined> {
  let first: Error | undefined
  stream.on('error', (error) => {
    first ??= error
  })
  // The event follows the callback.
  return () => new Promise((resolve) => stream.write('', () => setImmediate(() => resolve(first))))
}
