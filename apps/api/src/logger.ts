import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { rootCause } from '@timezone-registry/db/database-error'
import pino, { type DestinationStream, type Logger } from 'pino'
import { prettyFactory } from 'pino-pretty'

export type { Logger }

type SonicBoom = ReturnType<typeof pino.destination>

/** The log of the process. */
export type Log = {
  readonly logger: Logger
  /** The number of lines that were dropped since the start, because standard output was not read or not writable. */
  droppedLines(): number
  /** Ends the process once its lines are written, or after three seconds. */
  exit(code: number): Promise<void>
}

/**
 * Logs to standard output: as lines for people on a terminal, otherwise as JSON lines, which begin with their priority
 * if it is journald's, such as `<3>`. Only SIGKILL or a crash of the runtime loses lines; a fatal line goes to standard
 * error at once.
 */
export function openLog(level: string, env: Readonly<Record<string, string | undefined>>): Log {
  const format = isatty(1) ? createPretty() : isJournal(env) ? withPriority : (line: string) => line
  const output = openOutput((lines) =>
    logger.warn({ lines }, 'Lines of the log were dropped: standard output was stuck'),
  )
  const write = (line: string) => {
    if (line.startsWith(FATAL_START)) writeError(format(line))
    else output.write(format(line))
  }
  const logger = createLogger({ level, stream: { write } })
  const exit = async (code: number) => {
    await output.end()
    process.exit(code)
  }
  return { logger, droppedLines: () => output.droppedLines, exit }
}

/**
 * Gathers lines for a few milliseconds, because a system call per line takes a third of a read's CPU time. Never waits
 * for a reader: a megabyte of lines waits, and further ones are dropped, which standard error reports once, and
 * `onResume` when there is room again.
 */
function openOutput(onResume: (droppedLines: number) => void) {
  const output: SonicBoom & { destroyed?: boolean } = pino.destination(openOptions())
  let [dropped, logged] = [0, 0]
  let isReported = false
  let hasReader = true
  let isDue = false

  function flushIn(milliseconds: number): void {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      if (hasReader && !output.destroyed) output.flush()
    }, milliseconds).unref()
  }
  function report(reason: string): void {
    if (!isReported) writeError(`Cannot write the log, so lines are dropped: ${reason}\n`)
    isReported = true
  }

  output.on('drop', () => {
    dropped += 1
    report('Standard output is not read')
  })
  output.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    hasReader &&= code !== 'EPIPE'
    if (code !== 'EAGAIN') report(message)
    flushIn(RETRY_MILLISECONDS)
  })
  output.on('drain', () => {
    const lines = dropped - logged
    logged = dropped
    isReported = false
    if (lines > 0) onResume(lines)
  })
  return {
    write: (line: string) => {
      if (output.destroyed) return
      output.write(line)
      flushIn(GATHERED_MILLISECONDS)
    },
    end: () => (hasReader && !output.destroyed ? endOutput(output) : undefined),
    get droppedLines() {
      return dropped
    },
  }
}

/** Resolves once everything is written, or after three seconds. */
async function endOutput(output: SonicBoom): Promise<void> {
  const closed = new Promise((resolve) => output.once('close', resolve))
  output.end()
  await Promise.race([closed, sleep(END_MILLISECONDS)])
  // Otherwise pino flushes it at the exit, and hangs on a full disk.
  output.destroy()
}

function openOptions() {
  // It would wait for 100 ms whenever a pipe is full.
  const retryEAGAIN = () => false
  return { dest: openUnblocked(), sync: false, minLength: 8192, maxLength: WAITING_BYTES, retryEAGAIN }
}

const WAITING_BYTES = 1_000_000
const GATHERED_MILLISECONDS = 10
const RETRY_MILLISECONDS = 20
const END_MILLISECONDS = 3000
const FATAL_START = '{"level":"fatal"'
const STANDARD_ERROR = 2

function writeError(line: string): void {
  try {
    writeSync(STANDARD_ERROR, line)
  } catch {
    // It is often on the same disk, or read by the same program.
  }
}

/** A descriptor of standard output, to which writing never waits for a reader and so never delays the exit. */
function openUnblocked(): number {
  // A file is always ready, and another descriptor would have another position. A terminal takes 4 KB at a time.
  if (fstatSync(1).isFile() || isatty(1)) return 1
  try {
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants
    return openSync('/proc/self/fd/1', O_WRONLY | O_NONBLOCK | O_NOCTTY)
  } catch {
    // A socket, another user's pipe or another system than Linux. Node's own stream makes it non-blocking.
    void process.stdout.writable
    return 1
  }
}

/** Logs JSON lines to a stream. */
export function createLogger({ level, stream }: { level: string; stream: DestinationStream }): Logger {
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
export function createSample(): () => { left_out?: number } | undefined {
  let quietUntil = 0
  let count = 0
  return () => {
    const now = performance.now()
    if (now < quietUntil) {
      count += 1
      return undefined
    }
    const left_out = count
    quietUntil = now + SAMPLE_MILLISECONDS
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
