import type { ServerResponse } from 'node:http'

type Ending = { res: ServerResponse; body: string | undefined; encoding: BufferEncoding | undefined }

// More would take memory with thousands of connections (20 MB at 3,500), and save hardly any more wake-ups.
const MAX_TOGETHER = 32

let endings: Ending[] = []

/**
 * Ends a response whose head is written, once the event loop has processed the requests that arrived together with
 * its own, at most 32 of them. Each write to a socket wakes the process that reads it, which costs more than the
 * response itself if that process sleeps again before the next write.
 */
export function endTogether(res: ServerResponse, body?: string, encoding?: BufferEncoding): void {
  if (endings.length === 0) setImmediate(endAll)
  endings.push({ res, body, encoding })
  if (endings.length === MAX_TOGETHER) endAll()
}

function endAll(): void {
  const ready = endings
  endings = []
  for (const { res, body, encoding } of ready)
    if (encoding === undefined) res.end(body)
    else res.end(body, encoding)
}
