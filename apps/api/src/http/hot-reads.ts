import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RateLimit } from './rate-limit.ts'
import type { RequestLog } from './request-log.ts'

/** What does not differ from one answer about a record to the next: it is made once and kept as long as the record. */
type Answer = { etag: string; length: string; body: string }

/**
 * Answers plain reads of one record without the pipeline, whose steps cost more than the read: with the headers that the
 * pipeline gave to the first such answer, counted against the same limit, with the same line in the log. Whatever is not
 * plain, and whatever goes wrong, goes down the pipeline.
 */
export type HotReads = {
  /** Takes the headers of this answer, once it has gone out, for those to come. */
  learn(res: ServerResponse): void
  /** Stands before the pipeline. */
  before(pipeline: RequestListener): RequestListener
}

type HotReadsOptions<Stored extends object> = {
  /** The record as it is cached now; undefined where it is not, or must not be taken from the cache. */
  peek: (userId: string) => Stored | undefined
  /** The record from wherever it is. */
  find: (userId: string) => Promise<Stored | undefined>
  /** The body that the contract promises. */
  toBody: (record: Stored) => object
  etagOf: (body: string) => string
  /** False for a request that the pipeline would refuse by its Host. */
  isWelcome: (req: IncomingMessage) => boolean
  rateLimit: Pick<RateLimit, 'consumeRead'>
  startLog: RequestLog
}

// An id that needs no decoding, and nothing else in the query.
const PLAIN_READ = /^\/(?:v1\/)?get\?id=([\w.-]{1,255})$/
// Made anew for each request, by the log, the limit and Node; or for each record, here.
const NOT_COMMON =
  /^(?:x-request-id|ratelimit-|date$|connection$|keep-alive$|transfer-encoding$|etag$|content-length$)/

export function createHotReads<Stored extends object>(options: HotReadsOptions<Stored>): HotReads {
  const { peek, find, toBody, etagOf, isWelcome, rateLimit, startLog } = options
  const answers = new WeakMap<Stored, Answer>()
  let common: string[] | undefined

  function answerAbout(record: Stored): Answer {
    const known = answers.get(record)
    if (known !== undefined) return known
    // As text it goes out together with the headers; as bytes it would be a second piece for the kernel.
    const body = JSON.stringify(toBody(record))
    const answer = { etag: etagOf(body), length: String(Buffer.byteLength(body)), body }
    answers.set(record, answer)
    return answer
  }

  /** False where the pipeline has to answer. */
  async function answer(userId: string, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const limitHeaders = await rateLimit.consumeRead(req)
    const record = peek(userId) ?? (await find(userId))
    if (record === undefined || common === undefined) return false
    const { etag, length, body } = answerAbout(record)
    const own = ['ETag', etag, 'Content-Length', length, 'X-Request-Id', startLog(req, res)]
    res.writeHead(200, [...common, ...own, ...limitHeaders])
    res.end(body)
    return true
  }

  return {
    learn: (res) => {
      if (common !== undefined || res.req.method !== 'GET') return
      res.once('finish', () => {
        if (res.statusCode !== 200) return
        const entries = Object.entries(res.getHeaders()).filter(([name]) => !NOT_COMMON.test(name))
        common = entries.flatMap(([name, value]) => [name, String(value)])
      })
    },
    before: (pipeline) => (req, res) => {
      const userId = common === undefined ? undefined : plainRead(req)
      if (userId === undefined || !isWelcome(req)) return pipeline(req, res)
      answer(userId, req, res).then(
        (isAnswered) => isAnswered || pipeline(req, res),
        () => pipeline(req, res),
      )
    },
  }
}

/** The user id of a request that asks for a record and for nothing besides. */
function plainRead({ method, url = '', headers }: IncomingMessage): string | undefined {
  // A key may be wrong, and a known ETag is answered without a body: both are for the pipeline.
  const isPlain =
    method === 'GET' && headers.authorization === undefined && headers['if-none-match'] === undefined
  return isPlain ? PLAIN_READ.exec(url)?.[1] : undefined
}
