import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { contract } from '@timezone-registry/contract'
import type * as z from 'zod'
import type { Caller, Identity } from '../access/identity.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import { MAX_BODY_BYTES } from './body.ts'
import { createLearnedHeaders } from './learned-headers.ts'
import type { RequestLog } from './request-log.ts'

type HotSetsOptions = {
  /** False for a request that the pipeline would refuse by its Host. */
  isWelcome: (req: IncomingMessage) => boolean
  startLog: RequestLog
  /** Rejects where the body is no JSON; the pipeline then says so. */
  readJson: (req: IncomingMessage) => Promise<unknown>
  /** False when there is no room for it; the pipeline then says so. */
  admit: (req: IncomingMessage, res: ServerResponse) => boolean
  identify: (req: IncomingMessage, policy: 'writer') => Promise<Identity>
  rateLimit: Pick<RateLimit, 'consume'>
  /** Carries it out, once for each request. */
  setTimezone: (req: IncomingMessage & Caller, body: z.output<typeof bodySchema>) => Promise<object>
  etagOf: (body: string) => string
}

const { body: bodySchema, responses, metadata } = contract.setTimezone
const PATHS = new Set(['/set', '/v1/set'])
const JSON_TYPES = new Set(['application/json', 'application/json; charset=utf-8'])
// What needs a step of the pipeline that is not here.
const SPECIAL_HEADERS = [
  'cookie',
  'origin',
  'sec-fetch-site',
  'transfer-encoding',
  'content-encoding',
  'expect',
] as const

/**
 * Carries out plain sets of programs without the pipeline, whose steps cost more than the set: by the same policy, limit
 * and schemas, with the headers that the pipeline gave to the first such answer, with the same lines in the log. Whatever
 * is not plain, and whatever goes wrong, goes down the pipeline; nothing is counted or carried out twice.
 */
export function createHotSets(options: HotSetsOptions): (pipeline: RequestListener) => RequestListener {
  const { isWelcome, startLog, readJson, admit, identify, rateLimit, setTimezone, etagOf } = options
  const headers = createLearnedHeaders()

  /** False where the pipeline has to answer. */
  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    common: readonly string[],
  ): Promise<boolean> {
    const id = startLog(req, res)
    const caller: IncomingMessage & Caller = Object.assign(req, { id, identity: { kind: 'anyone' } as const })
    const body = await readJson(req)
    if (!admit(req, res)) return false
    caller.identity = await identify(req, metadata.auth)
    const limitHeaders = await rateLimit.consume(caller, metadata.limit)
    const saved = await setTimezone(caller, bodySchema.parse(body))
    const text = JSON.stringify(responses[200].parse(saved))
    const own = ['ETag', etagOf(text), 'Content-Length', String(Buffer.byteLength(text)), 'X-Request-Id', id]
    res.writeHead(200, [...common, ...own, ...limitHeaders])
    res.end(text)
    return true
  }

  return (pipeline) => (req, res) => {
    if (!isPlainSet(req) || !isWelcome(req)) return pipeline(req, res)
    const common = headers.current()
    if (common === undefined) {
      headers.learnFrom(res)
      return pipeline(req, res)
    }
    answer(req, res, common)
      .catch(() => false)
      .then((isAnswered) => isAnswered || res.destroyed || pipeline(req, res))
  }
}

function isPlainSet({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'POST' || !PATHS.has(url) || !JSON_TYPES.has(headers['content-type'] ?? '')) return false
  const length = Number(headers['content-length'])
  return (
    length > 0 && length <= MAX_BODY_BYTES && SPECIAL_HEADERS.every((name) => headers[name] === undefined)
  )
}
