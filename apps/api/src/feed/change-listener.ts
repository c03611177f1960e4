import { PassThrough, type Readable } from 'node:stream'
import type { ChangeReader } from './change-reader.ts'
import { type Cursor, formatCursor } from './cursor.ts'
import type { Pace } from './pace.ts'

/** One stream of events. Nothing is queued: the next page is read once the previous one has been sent. */
export type ChangeListener = {
  readonly stream: Readable
  /** There may be changes after its cursor. */
  wake(): void
  /** Sends the cursor again, so that proxies see traffic and the client can resume from here. */
  beat(): Promise<void>
  /** Ends the stream; the client connects again. */
  close(): void
}

// After a failed read.
const RETRY_MILLISECONDS = 500

/** Starts after the cursor, with an event that has only its id. */
export function createChangeListener({
  reader,
  cursor,
  reads,
  writes,
  stallMilliseconds,
  onError,
}: {
  reader: ChangeReader
  cursor: Cursor
  /** Shared with all other listeners, which wake at the same time. */
  reads: Pace
  writes: Pace
  /** How long a listener may stall before it is disconnected. */
  stallMilliseconds: number
  onError: (error: unknown) => void
}): ChangeListener {
  const stream = new PassThrough()
  let after = cursor
  let isBehind = false
  let isReading = false

  async function catchUp(): Promise<void> {
    isReading = true
    try {
      while (isBehind && stream.writable) {
        await reads.next()
        isBehind = false
        const page = await reader.read(after)
        // The client reconnects with its last id and gets the error then.
        if (page === undefined) return void stream.end()
        if (page.events.length > 0) await writes.next()
        if (!stream.writable) return
        after = page.cursor
        isBehind ||= page.more
        if (page.events.length > 0 && !stream.write(page.events)) await drained(stream, stallMilliseconds)
      }
    } catch (error) {
      // The cursor has not moved.
      onError(error)
      setTimeout(wake, RETRY_MILLISECONDS).unref()
    } finally {
      isReading = false
    }
  }

  function wake(): void {
    isBehind = true
    if (!isReading) void catchUp()
  }

  stream.write(`retry: 2000\nid: ${formatCursor(cursor)}\n\n`)
  return {
    stream,
    wake,
    beat: async () => {
      await writes.next()
      if (stream.writable && !stream.writableNeedDrain) stream.write(`id: ${formatCursor(after)}\n\n`)
    },
    close: () => void stream.end(),
  }
}

/** Resolves when the stream is drained or closed; destroys it after `milliseconds`. */
function drained(stream: PassThrough, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => stream.destroy(), milliseconds).unref()
    const end = () => {
      clearTimeout(timer)
      stream.off('drain', end).off('close', end)
      resolve()
    }
    stream.on('drain', end).on('close', end)
  })
}
