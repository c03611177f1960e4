import type { IncomingMessage } from 'node:http'

/**
 * True when the caller's copy is the current one (RFC 9110, 13.1.2). Express's own `fresh` never is beside
 * `Cache-Control: no-cache`, which Node's fetch sends with every conditional request.
 */
export function isCurrent(req: IncomingMessage, etag: string): boolean {
  const known = req.headers['if-none-match']
  if (known === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false
  if (known === etag || known.trim() === '*') return true
  return known.split(',').some((tag) => opaque(tag.trim()) === opaque(etag))
}

/** Without the mark of weak tags: reads compare weakly. */
function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
