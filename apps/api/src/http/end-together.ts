import type { ServerResponse } from 'node:http'

type Ending = { res: ServerResponse; body: string | undefined }

// Bounded by the requests that arrive in one turn of the event loop. With a thousand connections, a limit of 32 or
// 64 did not consistently improve the median or the 99th percentile.
let endings: Ending[] = []

/**
 * Ends a response whose head is written, once the event loop has processed all requests that arrived together. Each
 * write to a socket wakes the process that reads it, which costs more than the response itself if that process sleeps
 * again before the next write.
 */
export function endTogether(res: ServerResponse, body?: string): void {
  if (endings.length === 0) setImmediate(endAll)
  endings.push({ res, body })
}

/** Whether the response is complete but for its end, which follows in this turn of the event loop. */
export function isEnding(res: ServerResponse): boolean {
  return endings.some((ending) => ending.res === res)
}

function endAll(): void {
  const ready = endings
  endings = []
  for (const { res, body } of ready) res.end(body)
}
