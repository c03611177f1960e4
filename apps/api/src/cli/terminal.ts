import { Console } from 'node:console'
import type { Writable } from 'node:stream'

/** The parts of its process that a command uses. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** Writes to these two. */
  readonly console: Console
  /** The exit code of a command that does not throw. */
  exitCode: number
  /** Whether answers are written as JSON, for programs. */
  json: boolean
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
  return { env, stdout, stderr, console: new Console(stdout, stderr), exitCode: 0, json: false }
}
