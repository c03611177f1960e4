import { Console } from 'node:console'
import { userInfo } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Database } from '@timezone-registry/db'
import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import type { Logger } from '../logger.ts'

/** The environment and the streams of a command: those of its process, of a test, or of a client of the service. */
export type CommandIo = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Writable
  readonly stderr: Writable
  /** Starts the service; absent where that cannot be. */
  readonly serve?: () => Promise<void>
  /** The running service that an account has asked, with what its client sends from a file. */
  readonly service?: { database: Database; logger: Logger; account: string; stdin: Readable }
}

/** What a command writes to, and how. */
export type Terminal = CommandIo & {
  readonly args: readonly string[]
  readonly console: Console
  /** The exit code of a command that does not throw. */
  exitCode: number
  json: boolean
  /** Whether the reader of the answer may close the pipe early. */
  isReport: boolean
}

export function createTerminal(args: readonly string[], io: CommandIo): Terminal {
  const { stdout, stderr } = io
  // Notes that cannot be written are ignored; an answer that cannot is an error, thrown or emitted by its stream.
  const { log } = new Console({ stdout, stderr, ignoreErrors: false })
  const console = Object.assign(new Console(stdout, stderr), { log })
  return { ...io, args, console, exitCode: 0, json: false, isReport: false }
}

/** Writes a command's answer to standard output: a line of JSON with `--json`, otherwise what `writeText` writes. */
export function answer({ json, console }: Terminal, value: unknown, writeText = () => {}): void {
  if (json) console.log(JSON.stringify(value))
  else writeText()
}

type Row = { id: string | number; [column: string]: unknown }

/** Answers with a table of rows by their id, without empty columns. Without rows, writes `none` to standard error. */
export function answerTable(terminal: Terminal, rows: Row[], none: string): void {
  answer(terminal, rows, () => {
    if (rows.length === 0) return terminal.console.error(none)
    const columns = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => row[name] !== null))
    const lines = [
      columns.map((name) => name.replaceAll('_', ' ').toUpperCase()),
      ...rows.map((row) => columns.map((name) => toCell(row[name]))),
    ]
    const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
    for (const line of lines)
      terminal.console.log(
        line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
  })
}

function toCell(value: unknown): string {
  if (value instanceof Date) return `${value.toISOString().slice(0, 16).replace('T', ' ')}Z`
  return Array.isArray(value) ? value.join(', ') : String(value ?? '-')
}

/** Reads an option as a setting or a field of the API is read. */
export function parseAs<Value>(schema: z.ZodType<Value>): (text: string) => Value {
  return (text) => {
    const { success, data, error } = schema.safeParse(text)
    if (success) return data
    throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`)
  }
}

/** The account that runs the command. In a container, its user id may have no name. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
