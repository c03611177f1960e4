import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RateLimit } from '../limits/rate-limit.ts'
import { createLearnedHeaders } from './learned-headers.ts'
import type { RequestLog } from './request-log.ts'

/** What does not differ from one answer about a record to the next: it is made once and kept as long as the record. */
type Answer = { etag: string; length: string; body: string; encoding: BufferEncoding }

type HotReadsOptions<Stored extends object> = {
  /** The record as it is cached now; undefined where it is not, or must not be taken from the cache. */
  peek: (userId: string) => Stored | undefined
  /** The record from wherever it is; asked once for each request. */
  find: (req: IncomingMessage, userId: string) => Promise<Stored | undefined>
  /** The body that the contract promises. */
  toBody: (record: Stored) => object
  etagOf: (body: string) => string
  /** False for a request that the pipeline would refuse by its Host. */
  isWelcome: (req: IncomingMessage) => boolean
  rateLimit: Pick<RateLimit, 'consume'>
  startLog: RequestLog
}

// An id that needs no decoding, and nothing else in the query.
const PLAIN_READ = /^\/(?:v1\/)?get\?id=([\w.-]{1,255})$/

/**
 * Answers plain reads of one record without the pipeline, whose steps cost more than the read: with the headers that the
 * pipeline gave to the first such answer, counted against the same limit, with the same line in the log. Whatever is not
 * plain, and whatever goes wrong, goes down the pipeline.
 */
export function createHotReads<Stored extends object>(
  options: HotReadsOptions<Stored>,
): (pipeline: RequestListener) => RequestListener {
  const { peek, find, toBody, etagOf, isWelcome, rateLimit, startLog } = options
  const answers = new WeakMap<Stored, Answer>()
  const headers = createLearnedHeaders()

  function answerAbout(record: Stored): Answer {
    const known = answers.get(record)
    if (known !== undefined) return known
    // As text it goes out together with the headers; as bytes it would be a second piece for the kernel.
    const body = JSON.stringify(toBody(record))
    const bytes = Buffer.byteLength(body)
    // Text of ASCII alone is the same in both, and faster to write as the one that needs no look at each character.
    const encoding = bytes === body.length ? 'latin1' : 'utf8'
    const answer: Answer = { etag: etagOf(body), length: String(bytes), body, encoding }
    answers.set(record, answer)
    return answer
  }

  /** False where the pipeline has to answer. */
  async function answer(
    userId: string,
    common: readonly string[],
    { req, res }: { req: IncomingMessage; res: ServerResponse },
  ): Promise<boolean> {
    const id = startLog(req, res)
    Object.assign(req, { id })
    const limitHeaders = await rateLimit.consume(req, 'reads')
    const record = peek(userId) ?? (await find(req, userId))
    if (record === undefined) return false
    const { etag, length, body, encoding } = answerAbout(record)
    const own = ['ETag', etag, 'Content-Length', length, 'X-Request-Id', id]
    res.writeHead(200, [...common, ...own, ...limitHeaders])
    res.end(body, encoding)
    return true
  }

  return (pipeline) => (req, res) => {
    const userId = plainRead(req)
    if (userId === undefined || !isWelcome(req)) return pipeline(req, res)
    const common = headers.current()
    if (common === undefined) {
      headers.learnFrom(res)
      return pipeline(req, res)
    }
    answer(userId, common, { req, res }).then(
      (isAnswered) => isAnswered || pipeline(req, res),
      () => pipeline(req, res),
    )
  }
}

/** The user id of a request that asks for a record and for nothing besides. */
function plainRead({ method, url = '', headers }: IncomingMessage): string | undefined {
  // A key may be wrong, and a known ETag is answered without a body: both are for the pipeline.
  const isPlain =
    method === 'GET' && headers.authorization === undefined && headers['if-none-match'] === undefined
  return isPlain ? PLAIN_READ.exec(url)?.[1] : undefined
}
