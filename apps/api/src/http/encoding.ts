import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'

export const gzip: (text: string) => Promise<Buffer> = promisify(gzipCallback)

/**
 * Which of the available encodings the caller likes best, by its q-values (RFC 9110, 12.5.3); among equals, the first one
 * here. Undefined if it prefers none. (Express's own takes the caller's order among equals, and browsers begin with gzip.)
 */
export function chooseEncoding<Encoding extends string>(
  { headers }: IncomingMessage,
  available: readonly Encoding[],
): Encoding | undefined {
  const qualities = new Map((headers['accept-encoding'] ?? '').split(',').map(toQuality))
  const qualityOf = (encoding: string) => qualities.get(encoding) ?? qualities.get('*') ?? 0
  let best: Encoding | undefined
  for (const encoding of available)
    if (qualityOf(encoding) > (best === undefined ? 0 : qualityOf(best))) best = encoding
  return best !== undefined && qualityOf(best) >= (qualities.get('identity') ?? 0) ? best : undefined
}

function toQuality(part: string): [encoding: string, quality: number] {
  const [encoding = '', ...parameters] = part.toLowerCase().split(';')
  const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
  return [encoding.trim(), quality === undefined ? 1 : Number(quality.trim().slice(2)) || 0]
}

/** Sets the headers of a response that is compressed if the caller accepts it, which 304 and HEAD have as well. */
export function acceptGzip(req: IncomingMessage, res: ServerResponse): boolean {
  res.appendHeader('Vary', 'Accept-Encoding')
  const isAccepted = chooseEncoding(req, ['gzip']) !== undefined
  if (isAccepted) res.setHeader('Content-Encoding', 'gzip')
  return isAccepted
}
