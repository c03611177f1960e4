import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'

/** A strong ETag: 144 bits of the content's SHA-256. A release gives all its files the same time, and many keep their size. */
export function etagOf(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 24)}"`
}

/**
 * True if the caller's copy is current (RFC 9110, 13.1.2). Express's own `fresh` is always false if the request has
 * `Cache-Control: no-cache`, which Node's fetch sends with every conditional request.
 */
export function isCurrent(req: IncomingMessage, etag: string): boolean {
  const known = req.headers['if-none-match']
  if (known === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false
  return known === etag || isNamed(known, [() => etag])
}

// As browsers send it for `cache: 'no-cache'`.
const MAX_AGE_ZERO = /(?:^|,)\s*max-age="?0+"?\s*(?:,|$)/i

/** Whether a read is to show every write that was answered before it. `no-cache`, which Node's fetch adds, asks for less. */
export function wantsFresh({ headers }: IncomingMessage): boolean {
  const wanted = headers['cache-control']
  return wanted !== undefined && MAX_AGE_ZERO.test(wanted)
}

/**
 * Whether a write may happen, given what makes the ETags of what it would change, each of which costs a hash; an empty list
 * means that nothing exists yet.
 */
type WriteCondition = (etags: readonly (() => string)[]) => boolean

/** The condition in `If-Match` and `If-None-Match` (RFC 9110, 13.1); undefined without either. */
export function writeConditionOf({ headers }: IncomingMessage): WriteCondition | undefined {
  const { 'if-match': required, 'if-none-match': excluded } = headers
  if (required === undefined && excluded === undefined) return undefined
  return (etags) =>
    (required === undefined || isNamed(required, etags)) &&
    (excluded === undefined || !isNamed(excluded, etags))
}

/** True if the list is `*` and there are any tags, or if it contains one of them. */
function isNamed(list: string, etags: readonly (() => string)[]): boolean {
  if (list.trim() === '*') return etags.length > 0
  const tags = list.split(',').map((tag) => opaque(tag.trim()))
  return etags.some((etag) => tags.includes(opaque(etag())))
}

// What Apache, Caddy and others append to the tag of a response that they compress, with the hyphens before it, which may
// be the tag's own. Begins only before the first of several, because 8 KB of hyphens would otherwise take 60 ms.
const ENCODING_SUFFIX = /(?<![-;])[-;]*(?:[-;](?:gzip|br|zstd|deflate))?"$/

/**
 * The tag as the service sent it. Writes compare weakly as well, because proxies that compress responses weaken or change
 * our tags, which still identify the record.
 */
function opaque(tag: string): string {
  return (tag.startsWith('W/') ? tag.slice(2) : tag).replace(ENCODING_SUFFIX, '"')
}

export const gzip: (content: string | Buffer) => Promise<Buffer> = promisify(gzipCallback)

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
