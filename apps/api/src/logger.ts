import { fstatSync } from 'node:fs'
import { rootCause } from '@timezone-registry/db/database-error'
import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { createStandardOutput } from './log/standard-output.ts'

export type { Logger }

/**
 * Logs to standard output, as JSON lines or, if `readable`, as lines for people; or as JSON lines to the given stream.
 * With `journal`, each line on standard output begins with its priority for journald, such as `<3>`.
 * Writes are synchronous, because an asynchronous destination loses its last lines when the process exits abruptly.
 */
export function createLogger({
  level,
  readable,
  journal = false,
  stream,
  fields,
}: {
  level: string
  readable: boolean
  journal?: boolean
  stream?: DestinationStream
  /** Returns further fields for a line, each time one is written. */
  fields?: (() => object) | undefined
}): Logger {
  const destination = readable
    ? pretty({
        destination: 1,
        sync: true,
        singleLine: true,
        translateTime: 'SYS:HH:MM:ss.l',
        ignore: 'pid,hostname',
      })
    : (stream ?? createStandardOutput({ journal }))
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      ...(fields !== undefined && { mixin: fields }),
    },
    destination,
  )
}

/** True if standard output is systemd's journal, and not redirected from there. */
export function isJournal(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.JOURNAL_STREAM === undefined) return false
  const { dev, ino } = fstatSync(1)
  return env.JOURNAL_STREAM === `${dev}:${ino}`
}

/**
 * Formats the time once per millisecond. pino does so for each line, and under load dozens of lines share a
 * millisecond.
 */
function createTimestamp(): () => string {
  let madeAt = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== madeAt) {
      madeAt = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
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
