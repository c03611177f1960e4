import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { rootCause } from '@timezone-registry/db/database-error'
import pino, { type DestinationStream, type Logger } from 'pino'
import { prettyFactory } from 'pino-pretty'

export type { Logger }

/** The log of the process. */
export type Log = {
  readonly logger: Logger
  /** The number of lines that were dropped since the start, because standard output was not read or not writable. */
  droppedLines(): number
}

type LoggerOptions = {
  level: string
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
    format: isatty(1) ? createPretty() : isJournal(env) ? withPriority : undefined,
    onResume: (lines) => logger.warn({ lines }, 'Lines of the log were dropped: standard output was stuck'),
  })
  const logger = createLogger({ ...options, stream })
  return { logger, droppedLines: () => stream.droppedLines }
}

/** Logs JSON lines to a stream. */
export function createLogger({ level, stream }: LoggerOptions & { stream: DestinationStream }): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
    },
    stream,
  )
}

const SAMPLE_MILLISECONDS = 5000

/**
 * Picks lines of which an outage would write thousands: at most one in five seconds. Returns undefined for a line to
 * leave out, else a field with how many were since the last one.
 */
export function createSample(milliseconds = SAMPLE_MILLISECONDS): () => { left_out?: number } | undefined {
  let quietUntil = 0
  let count = 0
  return () => {
    const now = performance.now()
    if (now < quietUntil) {
      count += 1
      return undefined
    }
    const left_out = count
    quietUntil = now + milliseconds
    count = 0
    return left_out > 0 ? { left_out } : {}
  }
}

const FOR_PEOPLE = { singleLine: true, translateTime: 'SYS:HH:MM:ss.l', ignore: 'pid,hostname' }

/** Formats a JSON line for people. pino-pretty takes `caller` for a place in the code. */
export function createPretty(): (line: string) => string {
  const format = prettyFactory(FOR_PEOPLE)
  return (line) => {
    const { caller, ...fields } = JSON.parse(line)
    return format(
      caller === undefined ? fields : { ...fields, by: `${caller.kind} ${caller.id ?? ''}`.trim() },
    )
  }
}

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

/** Standard output as a destination of log lines. */
export type StandardOutput = DestinationStream & {
  /** Writes the lines that wait; a slow reader has three seconds to read them. */
  flushSync(): void
  /** The number of lines that were dropped since the start. */
  readonly droppedLines: number
}

const MAX_GATHERED_CHARACTERS = 8192
const GATHERED_MILLISECONDS = 10
// Of lines that are gathered; as many may have been written in part.
const MAX_WAITING_CHARACTERS = 1_000_000
const RETRY_MILLISECONDS = 20
const FLUSH_TIMEOUT_MILLISECONDS = 3000
const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2

/**
 * Gathers lines for a few milliseconds: under load, a system call per line takes a third of a read's CPU time, and
 * pino's own buffer, which measures each line, a tenth. Flushed before the process exits; only SIGKILL or a crash of
 * the runtime loses lines. Never waits for a reader: while standard output is not read or cannot be written, such as on
 * a full disk, a megabyte of lines waits, and further ones are dropped. That is reported once on standard error, and
 * `onResume` is called with the number of dropped lines once the others are written.
 * (SonicBoom, pino's own destination, never returns from `flushSync` on a full disk.)
 */
export function createStandardOutput({
  format = (line) => line,
  onResume,
}: {
  format?: ((line: string) => string) | undefined
  onResume: (droppedLines: number) => void
}): StandardOutput {
  const lines = createWaitingLines()
  let timer: NodeJS.Timeout | undefined
  let timeout = FLUSH_TIMEOUT_MILLISECONDS
  let [dropped, reported] = [0, 0]

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    lines.write()
    if (lines.stuck !== undefined) schedule(RETRY_MILLISECONDS)
    else resume()
  }

  function resume(): void {
    timeout = FLUSH_TIMEOUT_MILLISECONDS
    const lost = dropped - reported
    reported = dropped
    if (lost > 0) onResume(lost)
  }

  function schedule(milliseconds: number): void {
    timer ??= setTimeout(flush, milliseconds).unref()
  }

  function flushSync(): void {
    const until = performance.now() + timeout
    flush()
    // Again, for the line that `onResume` may have logged.
    for (flush(); lines.stuck === 'unread' && performance.now() < until; flush())
      sleepSync(RETRY_MILLISECONDS)
    if (lines.stuck !== undefined) timeout = 0
  }
  process.once('exit', flushSync)
  return {
    write: (line) => {
      if (!lines.add(format(line))) dropped += 1
      else if (lines.stuck !== undefined) return
      else if (lines.gathered.length >= MAX_GATHERED_CHARACTERS) flush()
      else schedule(GATHERED_MILLISECONDS)
    },
    flushSync,
    get droppedLines() {
      return dropped
    },
  }
}

/** Lines on their way to standard output, which takes as much as it can at a time. */
function createWaitingLines() {
  const [output, errors] = [openUnblocked(STANDARD_OUTPUT), openUnblocked(STANDARD_ERROR)]
  let rest: Uint8Array = new Uint8Array()
  let isReported = false

  /** Reports why lines are dropped, once until they can be written again. */
  function report(reason: string): void {
    if (isReported) return
    isReported = true
    try {
      writeSync(errors, `Cannot write the log, so lines are dropped: ${reason}\n`)
    } catch {
      // Standard error is often on the same disk, or read by the same program.
    }
  }

  const lines = {
    /** What has not begun to be written. */
    gathered: '',
    /** Why lines wait after the last attempt to write; undefined if none do. */
    stuck: undefined as 'unread' | 'failing' | undefined,
    /** False if the line was dropped. */
    add: (line: string): boolean => {
      const hasRoom = lines.gathered.length <= MAX_WAITING_CHARACTERS
      if (hasRoom) lines.gathered += line
      else report('Standard output is not read')
      return hasRoom
    },
    write: () => {
      try {
        while (rest.length > 0 || lines.gathered !== '') {
          if (rest.length === 0) [rest, lines.gathered] = [Buffer.from(lines.gathered), '']
          rest = rest.subarray(writeSync(output, rest))
        }
        lines.stuck = undefined
        isReported = false
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        lines.stuck = code === 'EAGAIN' ? 'unread' : 'failing'
        if (lines.stuck === 'failing') report(message)
      }
    },
  }
  return lines
}

/** A descriptor of the same output. Writing to it never waits for a reader. */
function openUnblocked(descriptor: number): number {
  // A file is always ready, and another descriptor would have another position.
  if (fstatSync(descriptor).isFile()) return descriptor
  try {
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants
    return openSync(`/proc/self/fd/${descriptor}`, O_WRONLY | O_NONBLOCK | O_NOCTTY)
  } catch {
    // A socket, another user's pipe or another system than Linux. Node's own stream makes it non-blocking.
    void (descriptor === STANDARD_OUTPUT ? process.stdout : process.stderr).writable
    return descriptor
  }
}

function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
