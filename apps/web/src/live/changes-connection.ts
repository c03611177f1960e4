import type { Change } from '@timezone-registry/contract'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
// An overloaded service or a proxy may accept every connection and end it at once.
const WORKING_MS = 10_000
// A page usually opens its stream while it loads its data. Loading all of it again for what changed in between would double
// its requests.
const UNNOTICED_MS = 1000
// A newer service may report kinds of change that this page does not know.
const KINDS = ['set', 'delete']

export type ChangesConnection = {
  /** Resumes after a cursor; by default, after the last change received. */
  open(after?: string): void
  close(): void
}

/**
 * What else a connection reports. `gap`: a stream has opened that could not resume, again or late, and changes before that
 * are not reported; `lost`: a connection has ended or could not be opened.
 */
export type ConnectionNews = 'gap' | 'lost'

type ChangesOptions = {
  /** Called with each change, and the cursor after it. */
  onChange: (change: Change, cursor: string) => void
  onNews: (news: ConnectionNews) => void
  createSource?: (url: string) => EventSource
}

/**
 * A stream of `/events` that reconnects with exponential backoff. EventSource's own reconnection has no backoff and
 * stops for good after an answer such as 503.
 */
export function createChangesConnection(options: ChangesOptions): ChangesConnection {
  const { onChange, onNews, createSource = (url) => new EventSource(url) } = options
  const backoff = createBackoff()
  let source: EventSource | undefined
  let cursor: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const createdAt = Date.now()
  let isFirst = true

  function close() {
    clearTimeout(timer)
    source?.close()
  }

  function open(after = cursor) {
    close()
    cursor = after
    backoff.onAttempt()
    source = createSource(addressOf(cursor))
    const isAgain = !isFirst
    isFirst = false
    source.onopen = () => {
      backoff.onOpen()
      // EventSource hides the cursor that the service sends first, so there is none before the first change.
      const isLate = Date.now() - createdAt > UNNOTICED_MS
      if ((isAgain || isLate) && cursor === undefined) onNews('gap')
    }
    source.onmessage = ({ data, lastEventId }) => {
      cursor = lastEventId
      backoff.onMessage()
      const change = JSON.parse(data)
      if (KINDS.includes(change?.type)) onChange(change, lastEventId)
    }
    source.onerror = reconnectLater
  }

  function reconnectLater() {
    source?.close()
    onNews('lost')
    // EventSource hides the status. After this many failures, the cursor may be the cause.
    if (backoff.isRefused()) cursor = undefined
    timer = setTimeout(() => open(), backoff.next())
  }

  return { open, close }
}

/** How long to wait after each attempt: longer after every failure, until one works. */
function createBackoff() {
  let wait = FIRST_WAIT_MS
  let openedAt: number | undefined
  return {
    onAttempt: () => {
      openedAt = undefined
    },
    onOpen: () => {
      openedAt = Date.now()
    },
    onMessage: () => {
      wait = FIRST_WAIT_MS
    },
    /** True if neither this attempt nor several before it opened. */
    isRefused: () => openedAt === undefined && wait >= LONGEST_WAIT_MS,
    /** Milliseconds until the next attempt. */
    next: () => {
      if (openedAt !== undefined && Date.now() - openedAt >= WORKING_MS) wait = FIRST_WAIT_MS
      const milliseconds = wait * (0.5 + Math.random() / 2)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
      return milliseconds
    },
  }
}

function addressOf(cursor: string | undefined): string {
  return cursor === undefined ? '/v1/events' : `/v1/events?since=${encodeURIComponent(cursor)}`
}
