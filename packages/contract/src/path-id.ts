// Nothing that a proxy or a chat service changes: no slash, no dot and no underscore at either end.
const PLAIN = /^(?=.*[a-z\d-]$)[\w@:-][\w.@:-]*$/i
const ENCODED = /^~(?:[\da-f]{2})+$/
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** As it is, or as `~` and hexadecimal, which survives proxies that decode it, merge slashes or remove dot segments. */
export function toPathId(id: string): string {
  if (PLAIN.test(id)) return encodeURIComponent(id)
  return `~${Array.from(new TextEncoder().encode(id), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The id that a part of a path names, once percent-encoding is undone; also one that `encodeURIComponent` wrote. */
export function fromPathId(part: string): string {
  if (!ENCODED.test(part)) return part
  const bytes = Uint8Array.from(part.slice(1).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const id = UTF8.decode(bytes)
  // An id may look encoded, too.
  return toPathId(id) === part ? id : part
}
