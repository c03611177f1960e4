import type { Change } from '@timezone-registry/contract'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
// An overloaded service or a proxy may accept every connection and end it at once.
const WORKING_MS = 10_000

export type ChangesConnection = {
  open(): void
  /** Keeps the cursor: the next `open` resumes after the last change received. */
  close(): void
}

/**
 * A stream of `/events` that reconnects with exponential backoff. EventSource's own reconnection has no backoff and
 * stops for good after an answer such as 503.
 */
export function createChangesConnection({
  onChange,
  createSource = (url) => new EventSource(url),
}: {
  onChange: (change: Change) => void
  createSource?: (url: string) => EventSource
}): ChangesConnection {
  let source: EventSource | undefined
  let cursor: string | undefined
  let wait = FIRST_WAIT_MS
  let openedAt: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function close() {
    clearTimeout(timer)
    source?.close()
  }

  function open() {
    close()
    openedAt = undefined
    source = createSource(addressOf(cursor))
    source.onopen = () => {
      openedAt = Date.now()
    }
    source.onmessage = ({ data, lastEventId }) => {
      cursor = lastEventId
      wait = FIRST_WAIT_MS
      const change: unknown = JSON.parse(data)
      if (isChange(change)) onChange(change)
    }
    source.onerror = reconnectLater
  }

  function reconnectLater() {
    source?.close()
    if (openedAt !== undefined && Date.now() - openedAt >= WORKING_MS) wait = FIRST_WAIT_MS
    // EventSource hides the status: after this many failures the cursor may be what is refused.
    if (openedAt === undefined && wait >= LONGEST_WAIT_MS) cursor = undefined
    timer = setTimeout(open, wait * (0.5 + Math.random() / 2))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  return { open, close }
}

/** A newer service may report kinds of change that this page does not know. */
function isChange(data: unknown): data is Change {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  return data.type === 'set' || data.type === 'delete'
}

function addressOf(cursor: string | undefined): string {
  return cursor === undefined ? '/v1/events' : `/v1/events?since=${encodeURIComponent(cursor)}`
}
