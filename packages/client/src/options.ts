export type ClientOptions = {
  /** Where the service is, without `/v1`: `https://timezones.example`. */
  baseUrl: string
  /** An API key (`tzr_…`). Without one, requests are anonymous. Never put one into a web page. */
  apiKey?: string | undefined
  /** Replaces the platform's `fetch`, for a proxy or a test. */
  fetch?: typeof globalThis.fetch | undefined
  /** `include` sends a page's session cookie. */
  credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** How long a call may take, with its retries and waits: 30,000. */
  timeoutMs?: number | undefined
  /** How long one attempt may take: 10,000. */
  attemptTimeoutMs?: number | undefined
  /** How often a failed request is repeated: 3. Only failures that may pass are retried; 0 turns retries off. */
  retries?: number | undefined
  /** How many answers are kept for revalidation with their ETag: 500, and 4 million characters in all. */
  cacheEntries?: number | undefined
}

/** Makes a write depend on the record as it is. Otherwise it rejects with `precondition_failed` and writes nothing. */
export type WriteOptions = CallOptions & {
  /** The `etag` of `getRecord`: the record must be unchanged. `*`: there must be one. */
  ifMatch?: string | undefined
  /** There must be no record. */
  ifNoneMatch?: '*' | undefined
}

/** At most 20 users, which is also the default. */
export type SearchOptions = CallOptions & { limit?: number | undefined }

export type CallOptions = {
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Replaces the client's `timeoutMs` for this call. */
  timeoutMs?: number | undefined
}
