import { fstatSync } from 'node:fs'
import { isatty } from 'node:tty'
import { rootCause } from '@timezone-registry/db/database-error'
import pino, { type DestinationStream, type Logger } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { createStandardOutput } from './log/standard-output.ts'

export type { Logger }

/** The log of the process. */
export type Log = {
  readonly logger: Logger
  /** The number of lines that were dropped since the start, because standard output was not read or not writable. */
  droppedLines(): number
}

type LoggerOptions = {
  level: string
  /** Returns further fields for a line, each time one is written. */
  fields?: (() => object) | undefined
}

/**
 * Logs to standard output: as lines for people on a terminal, otherwise as JSON lines, which begin with their priority
 * if it is journald's, such as `<3>`.
 */
export function openLog(
  options: LoggerOptions,
  { env }: { env: Readonly<Record<string, string | undefined>> },
): Log {
  const stream = createStandardOutput({
    format: isatty(1) ? prettyFactory(FOR_PEOPLE) : isJournal(env) ? withPriority : undefined,
    onResume: (lines) => logger.warn({ lines }, 'Lines of the log were dropped: standard output was stuck'),
  })
  const logger = createLogger({ ...options, stream })
  return { logger, droppedLines: () => stream.droppedLines }
}

/** Logs JSON lines to a stream. */
export function createLogger({
  level,
  stream,
  fields,
}: LoggerOptions & { stream: DestinationStream }): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      ...(fields !== undefined && { mixin: fields }),
    },
    stream,
  )
}

const FOR_PEOPLE = { singleLine: true, translateTime: 'SYS:HH:MM:ss.l', ignore: 'pid,hostname' }

// As in syslog(3); journald reads them in front of a line.
const PRIORITIES: Record<string, number> = { fatal: 2, error: 3, warn: 4, info: 6, debug: 7, trace: 7 }
const LEVEL_START = '{"level":"'.length

/** pino writes the level first. */
function withPriority(line: string): string {
  const level = line.slice(LEVEL_START, line.indexOf('"', LEVEL_START))
  return `<${PRIORITIES[level] ?? PRIORITIES.info}>${line}`
}

/** True if standard output is systemd's journal, and not redirected from there. */
function isJournal(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.JOURNAL_STREAM === undefined) return false
  const { dev, ino } = fstatSync(1)
  return env.JOURNAL_STREAM === `${dev}:${ino}`
}

/** Only name, code, message and stack: other fields of a driver's error contain rows and parameters. */
function serializeError(error: unknown): unknown {
  const cause = rootCause(error)
  if (!(cause instanceof Error)) return { message: String(cause) }
  return {
    type: cause.name,
    ...('code' in cause && { code: cause.code }),
    message: cause.message,
    stack: cause.stack,
    ...(cause.cause !== undefined && { cause: serializeError(cause.cause) }),
  }
}
