import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RateLimit } from './rate-limit.ts'
import type { RequestLog } from './request-log.ts'

/** An answer that was made once: what does not differ from one request to the next. */
type Answer = { headers: string[]; body: string }

/**
 * Answers a plain read of a cached record with the bytes that the pipeline made for it before, without going down the
 * pipeline again: the same headers, counted against the same limit, with the same line in the log. Whatever is not
 * plain goes down.
 */
export type HotReads<Key extends object> = {
  /** Keeps what the pipeline answers now about this record, for as long as the record itself is kept. */
  remember(record: Key, res: ServerResponse, body: object): void
  /** Stands before the pipeline. */
  before(pipeline: RequestListener): RequestListener
}

export type HotReadsOptions<Key extends object> = {
  /** The record as it is cached now; undefined where it is not, or must not be taken from the cache. */
  peek: (userId: string) => Key | undefined
  /** False for a request that the pipeline would refuse by its Host. */
  isWelcome: (req: IncomingMessage) => boolean
  rateLimit: Pick<RateLimit, 'consumeRead'>
  startLog: RequestLog
}

// An id that needs no decoding, and nothing else in the query.
const PLAIN_READ = /^\/(?:v1\/)?get\?id=([\w.-]{1,255})$/
// Made anew for each request, by the log, the limit and Node.
const OF_ONE_REQUEST = /^(?:x-request-id|ratelimit-|date$|connection$|keep-alive$|transfer-encoding$)/

export function createHotReads<Key extends object>({
  peek,
  isWelcome,
  rateLimit,
  startLog,
}: HotReadsOptions<Key>): HotReads<Key> {
  const answers = new WeakMap<Key, Answer>()

  function find(req: IncomingMessage): Answer | undefined {
    if (req.method !== 'GET') return undefined
    const [, userId] = PLAIN_READ.exec(req.url ?? '') ?? []
    // A key may be wrong, and a known ETag is answered without a body: both are for the pipeline.
    const { authorization, 'if-none-match': etag } = req.headers
    if (userId === undefined || authorization !== undefined || etag !== undefined) return undefined
    const record = peek(userId)
    return record && answers.get(record)
  }

  return {
    remember: (record, res, body) => {
      if (res.req.method !== 'GET' || answers.has(record)) return
      // As text it goes out together with the headers, as bytes it would be a second piece for the kernel.
      const text = JSON.stringify(body)
      res.once('finish', () => {
        // Shorter than that, it went out as something else: compressed, or not modified.
        if (res.statusCode !== 200 || Number(res.getHeader('content-length')) !== Buffer.byteLength(text))
          return
        const headers = Object.entries(res.getHeaders()).filter(([name]) => !OF_ONE_REQUEST.test(name))
        answers.set(record, {
          headers: headers.flatMap(([name, value]) => [name, String(value)]),
          body: text,
        })
      })
    },
    before: (pipeline) => (req, res) => {
      const answer = find(req)
      if (answer === undefined || !isWelcome(req)) return pipeline(req, res)
      rateLimit.consumeRead(req).then(
        (limitHeaders) => {
          const requestId = startLog(req, res)
          res.writeHead(200, [...answer.headers, 'x-request-id', requestId, ...limitHeaders])
          res.end(answer.body)
        },
        // Over the limit, the pipeline says so.
        () => pipeline(req, res),
      )
    },
  }
}
