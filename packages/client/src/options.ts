export type ClientOptions = {
  /** The service's URL, such as `https://timezones.example`, with the path that a proxy adds, if any. */
  baseUrl: string
  /** An API key (`tzr_…`). Without one, requests are anonymous. Never put a key into a web page. */
  apiKey?: string | undefined
  /** Replaces the platform's `fetch`, for a proxy or a test. */
  fetch?: typeof globalThis.fetch | undefined
  /** `include` sends a page's session cookie. */
  credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** How long a call may take, including retries; `mirror` has a `timeoutMs` of its own. Default: 30,000. */
  timeoutMs?: number | undefined
  /** How long a call may wait for the rate limit on top of that. Default: 300,000. */
  rateLimitWaitMs?: number | undefined
  /** How long one attempt may take, but for loading the whole list. Default: 10,000. */
  attemptTimeoutMs?: number | undefined
  /** How often a failed request is retried; 0 turns retries off. Default: until `timeoutMs` have passed. */
  retries?: number | undefined
}

/** Makes a write conditional. If the condition is not met, it rejects with `precondition_failed` and writes nothing. */
export type WriteOptions = CallOptions & {
  /** An `etag` from `getRecord`: the record must be unchanged. `*`: there must be a record. */
  ifMatch?: string | undefined
  /** There must be no record. */
  ifNoneMatch?: '*' | undefined
}

/** At most 20 users, which is also the default. */
export type SearchOptions = CallOptions & { limit?: number | undefined }

export type FindZonesOptions = CallOptions & {
  /**
   * The language of the labels, and whose places come first: a tag such as the `locale` of a Discord interaction. English
   * if the service does not speak it, and unless stated; in a page, the browser's.
   */
  language?: string | undefined
  /** At most 25, by default 10. */
  limit?: number | undefined
}

export type TimeOptions = CallOptions & {
  /**
   * Another moment than now, at most ten years away: a `Date`, an instant (RFC 3339), a wall time with its zone, such as
   * `2026-03-29T15:00[Europe/Berlin]` (RFC 9557), or with `of` a wall time alone.
   */
  at?: string | Date | undefined
  /** The id of the user in whose zone `at` is a wall time; rejects with `not_found` if there is no such record. */
  of?: string | undefined
}

export type CallOptions = {
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Replaces the client's `timeoutMs` for this call, and includes its waits for the rate limit. */
  timeoutMs?: number | undefined
  /** How long this call may wait for the rate limit besides. */
  rateLimitWaitMs?: number | undefined
}

/** How long a call may take, and how long it may wait for the rate limit besides. */
export type TimeLimits = { timeoutMs: number; rateLimitWaitMs: number }

/** The limits of a call, or of the client. */
export function limitsOf(client: CallOptions, call: CallOptions = {}): TimeLimits {
  const { timeoutMs = 30_000, rateLimitWaitMs = 300_000 } = client
  return {
    timeoutMs: call.timeoutMs ?? timeoutMs,
    rateLimitWaitMs: call.rateLimitWaitMs ?? (call.timeoutMs === undefined ? rateLimitWaitMs : 0),
  }
}
