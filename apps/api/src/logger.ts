import { rootCause } from '@timezone-registry/db/errors'
import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

const MAX_GATHERED_CHARACTERS = 8192
const GATHERED_MILLISECONDS = 10

/**
 * Logs to standard output, as JSON lines or, if `readable`, as lines for people; or as JSON lines to the given stream.
 * Writes are synchronous, because an asynchronous destination loses its last lines when the process exits at once.
 */
export function createLogger({
  level,
  readable,
  stream,
}: {
  level: string
  readable: boolean
  stream?: DestinationStream
}): Logger {
  const destination = readable
    ? pretty({
        destination: 1,
        sync: true,
        singleLine: true,
        translateTime: 'SYS:HH:MM:ss.l',
        ignore: 'pid,hostname',
      })
    : (stream ?? createStandardOutput())
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
    },
    destination,
  )
}

/**
 * Buffers lines for a few milliseconds: under load, a system call per line takes a third of a read's CPU time. The
 * buffer is flushed before the process exits; only SIGKILL or a crash of the runtime loses it.
 */
function createStandardOutput(): DestinationStream & { flushSync(): void } {
  const file = pino.destination({ fd: 1, sync: true, minLength: MAX_GATHERED_CHARACTERS })
  let isScheduled = false
  const flush = () => {
    isScheduled = false
    file.flush()
  }
  process.once('exit', () => file.flushSync())
  return {
    write: (line) => {
      file.write(line)
      if (isScheduled) return
      isScheduled = true
      setTimeout(flush, GATHERED_MILLISECONDS).unref()
    },
    flushSync: () => file.flushSync(),
  }
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
