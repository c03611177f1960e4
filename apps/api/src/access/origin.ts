import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isLoopback } from '@timezone-registry/config/variable-types'
import type { Request } from 'express'
import { Forbidden, InvalidInput } from '../errors.ts'

// A host name or address, with or without a port, and nothing else that a URL may contain.
const HOST = /^[\w.:[\]-]+$/

export type OriginPolicy = {
  /** The service's public origin; undefined if it is not configured. */
  publicUrl: string | undefined
  /** Other origins whose pages may write. */
  corsOrigins: readonly string[]
}

/** Throws `Forbidden` for a write that another site sends through a browser: CORS alone would only hide the response. */
export function assertTrustedOrigin(req: Request, policy: OriginPolicy): void {
  if (isTrustedOrigin(req, policy)) return
  const { origin } = req.headers
  // Lets the page read the reason. It learns nothing else.
  if (origin !== undefined) req.call.headers['Access-Control-Allow-Origin'] = origin
  throw new Forbidden('Pages of this origin may not write here. The operator can allow it in CORS_ORIGINS.')
}

/** False for a request that a page of another site sends, whether as `fetch`, as a frame or as an image. */
export function isTrustedOrigin(
  { headers }: IncomingMessage,
  { publicUrl, corsOrigins }: OriginPolicy,
): boolean {
  const { origin } = headers
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  return origin === publicUrl || corsOrigins.includes(origin) || isSameAddress(origin, headers.host)
}

/** True for a request that a page of a listed origin sent, other than the service's own; browsers let no page choose it. */
export function isForeignPage(
  { headers: { origin, host } }: IncomingMessage,
  { publicUrl, corsOrigins }: OriginPolicy,
): boolean {
  if (origin === undefined || origin === publicUrl) return false
  return corsOrigins.includes(origin) && !isSameAddress(origin, host)
}

/** PUBLIC_URL, or without one the loopback name that the request was sent to. Undefined for others, which may be forged. */
export function findOwnOrigin(
  { headers: { host = '' } }: IncomingMessage,
  { publicUrl }: OriginPolicy,
): string | undefined {
  if (publicUrl !== undefined) return publicUrl
  return isLoopback(hostnameOf(`http://${host}`) ?? '') ? `http://${host}` : undefined
}

/** Throws without one valid Host, as HTTP/1.1 requires, and on loopback in open mode for foreign names (DNS rebinding). */
export function createHostCheck(
  publicUrl: string | undefined,
  loopbackOnly: boolean,
): (req: IncomingMessage) => void {
  const publicHost = publicUrl === undefined ? undefined : hostnameOf(publicUrl)
  return (req) => {
    const { host } = req.headers
    if (host === undefined && req.httpVersion === '1.0') return
    const isValid = host !== undefined && HOST.test(host) && countHosts(req) === 1
    const hostname = isValid ? hostnameOf(`http://${host}`) : undefined
    if (hostname === undefined) throw new InvalidInput('The request needs exactly one valid Host header.')
    if (loopbackOnly && !isLoopback(hostname) && hostname !== publicHost)
      throw new Forbidden('This service accepts requests only for localhost and the host of PUBLIC_URL.')
  }
}

/** Node's `headers` keep only the first, and `headersDistinct` is slow to build. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1
  return count
}

/** True if the page was served from the address of this request, and that address cannot be made to point elsewhere. */
function isSameAddress(origin: string, host: string | undefined): boolean {
  const hostname = hostnameOf(origin)
  return (
    hostname !== undefined &&
    new URL(origin).host === host?.toLowerCase() &&
    (isLoopback(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
  )
}

function hostnameOf(url: string): string | undefined {
  return URL.parse(url)?.hostname
}
