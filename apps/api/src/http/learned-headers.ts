import type { ServerResponse } from 'node:http'

/** The headers that all good answers of a route have alike, taken from the first that the pipeline gave. */
export type LearnedHeaders = {
  /** Names and values in turn; undefined until the pipeline has given one. */
  current(): readonly string[] | undefined
  /** Takes those of this answer, once it has gone out well. */
  learnFrom(res: ServerResponse): void
}

// Made anew for each request, by the log, the limit and Node; or for each body.
const NOT_COMMON =
  /^(?:x-request-id|ratelimit-|date$|connection$|keep-alive$|transfer-encoding$|etag$|content-length$)/

export function createLearnedHeaders(): LearnedHeaders {
  let common: string[] | undefined
  return {
    current: () => common,
    learnFrom: (res) => {
      res.once('finish', () => {
        // A compressed answer tells of its own body, and only to who takes such.
        if (res.statusCode !== 200 || res.hasHeader('content-encoding')) return
        const entries = Object.entries(res.getHeaders()).filter(([name]) => !NOT_COMMON.test(name))
        common = entries.flatMap(([name, value]) => [name, String(value)])
      })
    },
  }
}
