import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

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
  let patience = FLUSH_TIMEOUT_MILLISECONDS
  let [dropped, reported] = [0, 0]

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    lines.write()
    if (lines.stuck !== undefined) schedule(RETRY_MILLISECONDS)
    else resume()
  }

  function resume(): void {
    patience = FLUSH_TIMEOUT_MILLISECONDS
    const lost = dropped - reported
    if (lost === 0) return
    reported = dropped
    onResume(lost)
  }

  function schedule(milliseconds: number): void {
    timer ??= setTimeout(flush, milliseconds).unref()
  }

  function flushSync(): void {
    const until = performance.now() + patience
    flush()
    // Again, for the line that `onResume` may have logged.
    for (flush(); lines.stuck === 'unread' && performance.now() < until; flush())
      sleepSync(RETRY_MILLISECONDS)
    if (lines.stuck !== undefined) patience = 0
  }
  process.once('exit', flushSync)
  return {
    write: (line) => {
      if (!lines.add(format(line))) dropped += 1
      else if (lines.stuck !== undefined) return
      else if (lines.gathered >= MAX_GATHERED_CHARACTERS) flush()
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
  const output = openUnblocked(STANDARD_OUTPUT)
  const report = createReport()
  let gathered = ''
  let rest: Uint8Array = new Uint8Array()
  let stuck: 'unread' | 'failing' | undefined

  return {
    /** The number of characters that have not begun to be written. */
    get gathered() {
      return gathered.length
    },
    /** Why lines wait after the last attempt to write; undefined if none do. */
    get stuck() {
      return stuck
    },
    /** False if the line was dropped. */
    add: (line: string): boolean => {
      if (gathered.length > MAX_WAITING_CHARACTERS) {
        report.once('Standard output is not read')
        return false
      }
      gathered += line
      return true
    },
    write: () => {
      try {
        while (rest.length > 0 || gathered !== '') {
          if (rest.length === 0) [rest, gathered] = [Buffer.from(gathered), '']
          rest = rest.subarray(writeSync(output, rest))
        }
        stuck = undefined
        report.again()
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        stuck = code === 'EAGAIN' ? 'unread' : 'failing'
        if (stuck === 'failing') report.once(message)
      }
    },
  }
}

/** Reports on standard error, as far as that can be written, why lines are dropped. */
function createReport() {
  const errors = openUnblocked(STANDARD_ERROR)
  let isReported = false
  return {
    /** Unless something has been reported since `again`. */
    once: (reason: string) => {
      if (isReported) return
      isReported = true
      try {
        writeSync(errors, `Cannot write the log, so lines are dropped: ${reason}\n`)
      } catch {
        // Standard error is often on the same disk, or read by the same program.
      }
    },
    again: () => {
      isReported = false
    },
  }
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
