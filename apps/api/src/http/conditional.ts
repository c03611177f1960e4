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

/** Whether a write may happen, given the ETags of what it would change; none: there is nothing yet. */
export type WriteCondition = (etags: readonly string[]) => boolean

/** The condition in `If-Match` and `If-None-Match` (RFC 9110, 13.1); undefined without either. */
export function writeConditionOf({ headers }: IncomingMessage): WriteCondition | undefined {
  const { 'if-match': required, 'if-none-match': excluded } = headers
  if (required === undefined && excluded === undefined) return undefined
  return (etags) =>
    (required === undefined || isNamed(required, etags)) &&
    (excluded === undefined || !isNamed(excluded, etags))
}

/** True when the list is `*` and there is anything, or when it holds one of the tags. */
function isNamed(list: string, etags: readonly string[]): boolean {
  if (list.trim() === '*') return etags.length > 0
  const tags = list.split(',').map((tag) => opaque(tag.trim()))
  return etags.some((etag) => tags.includes(opaque(etag)))
}

/**
 * Without the mark of weak tags. Writes compare weakly as well: proxies that compress weaken our tags, and the bytes
 * still say everything about the record.
 */
function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
