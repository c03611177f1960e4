import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

// As in syslog(3); journald reads them in front of a line.
const PRIORITIES: Record<string, number> = { fatal: 2, error: 3, warn: 4, info: 6, debug: 7, trace: 7 }
const LEVEL_START = '{"level":"'.length
const MAX_GATHERED_CHARACTERS = 8192
const GATHERED_MILLISECONDS = 10
const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2
const RETRY_MILLISECONDS = 20

/**
 * Gathers lines for a few milliseconds: under load, a system call per line takes a third of a read's CPU time, and
 * pino's own buffer, which measures each line, a tenth. Flushed before the process exits; only SIGKILL or a crash of
 * the runtime loses lines. While standard output cannot be written, such as on a full disk, lines are dropped, and the
 * first error is reported on standard error. With `journal`, each line begins with its priority.
 * (SonicBoom, pino's own destination, never returns from `flushSync` on a full disk.)
 */
export function createStandardOutput({
  journal,
}: {
  journal: boolean
}): DestinationStream & { flushSync(): void } {
  const format = journal ? withPriority : (line: string) => line
  const write = createWrite()
  let gathered = ''
  let isScheduled = false
  const flush = () => {
    isScheduled = false
    if (gathered !== '') write(gathered)
    gathered = ''
  }
  process.once('exit', flush)
  return {
    write: (line) => {
      gathered += format(line)
      if (gathered.length >= MAX_GATHERED_CHARACTERS) return flush()
      if (isScheduled) return
      isScheduled = true
      setTimeout(flush, GATHERED_MILLISECONDS).unref()
    },
    flushSync: flush,
  }
}

/** Writes to standard output. Reports its first error, until it can be written again. */
function createWrite(): (text: string) => void {
  let isFailing = false
  return (text) => {
    // The first part of a line may have been written.
    const bytes = Buffer.from(isFailing ? `\n${text}` : text)
    try {
      writeAll(bytes)
      isFailing = false
    } catch (error) {
      if (!isFailing) report(`Cannot write the log, so lines are dropped: ${(error as Error).message}\n`)
      isFailing = true
    }
  }
}

function writeAll(bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(STANDARD_OUTPUT, bytes, from)
    } catch (error) {
      // The reader of a pipe is slow.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MILLISECONDS)
    }
  }
}

function report(text: string): void {
  try {
    writeSync(STANDARD_ERROR, text)
  } catch {
    // Standard error is often on the same disk.
  }
}

/** pino writes the level first. */
function withPriority(line: string): string {
  const level = line.slice(LEVEL_START, line.indexOf('"', LEVEL_START))
  return `<${PRIORITIES[level] ?? PRIORITIES.info}>${line}`
}
