const ORIGIN = /^[a-z][\da-z+.-]*:\/\/[^/?#]*/i
const SLASHES = /^[/\\]+/

/**
 * A request's target as a path with its query, without anything that Express would parse as a host: it parses some
 * targets with `url.parse`, which throws for an invalid host. Proxies send the absolute form (RFC 9112, 3.2.2).
 */
export function toOriginForm(target: string): string {
  if (isPlain(target)) return target
  const [path = ''] = target.replace(ORIGIN, '').split('#', 1)
  return `/${path.replace(SLASHES, '')}`
}

function isPlain(target: string): boolean {
  const second = target[1]
  return target[0] === '/' && second !== '/' && second !== '\\' && !target.includes('#')
}
