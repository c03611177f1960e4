import {
  fromPathId,
  hasWrongLength,
  readUnregistered,
  toPathId,
  withoutForbidden,
} from '@timezone-registry/contract'

const MAX_NAME_CHARACTERS = 40
// An id may have these, too, but whoever types or pastes them means several.
const SEPARATOR = /[,;،؛、，；]/
// A number, or what has the form of other providers' ids, of addresses for e-mail or of ids of Matrix.
const LIKE_AN_ID = /^\d+$|\d{5}|[:|]|.@./

/**
 * Ids separated by commas, semicolons, spaces or line breaks, or as mentions such as `<@80351110224678912>`, or as links
 * to people here or to profiles on Discord, or as `Nelly <nelly@example.com>`, alone or in a message; each once. Control
 * and direction characters are dropped: they come along with text that is copied from chats. `refused` are too long, or
 * no ids: other links, mentions of roles, and `@names`.
 */
export function readIds(text: string): Record<'ids' | 'refused', string[]> {
  const words = wordsOf(text)
  const isMessage = words.some(idsInLink)
  const parts = words
    // What else a message says: `hello`.
    .filter((word) => !isMessage || idsInLink(word) || /[\d@]|^,/.test(word))
    .flatMap((word) => idsInLink(word) ?? word.split(SEPARATOR))
    .map(withoutForbidden)
    .filter((part) => part !== '')
  const { ids = [], refused = [] } = Object.groupBy(new Set(parts), (part) =>
    hasWrongLength(part) || (isNoId(part) && !readUnregistered(part)) ? 'refused' : 'ids',
  )
  return { ids, refused }
}

/**
 * True for a text that names ids: links, mentions, numbers and the like, or a list with one of them. Others are names:
 * `Blink 182`.
 */
export function looksLikeIds(text: string): boolean {
  const words = wordsOf(text)
  const parts = words.flatMap((word) => word.split(SEPARATOR)).map(withoutForbidden)
  const isLike = parts.filter((part) => part !== '').map((part) => LIKE_AN_ID.test(part))
  return words.some(idsInLink) || isLike.every(Boolean) || (SEPARATOR.test(text) && isLike.includes(true))
}

/** The one id that a text is or names; undefined if it can be none. Unlike in a list, an id may have spaces. */
export function readId(text: string): string | undefined {
  const { ids, refused } = readIds(text)
  const [only = '', ...others] = ids
  if (only !== '' && others.length + refused.length === 0 && !isNoId(only)) return only
  const id = withoutForbidden(text)
  return isNoId(addressIn(id)) ? undefined : id
}

/**
 * The ids in a list of an address or of an earlier version of the page, each once, without those that the service
 * refuses, which would fail every lookup, and those that have a comma, which separates ids in addresses; among them, the
 * entries of those who are not registered.
 */
export function readList(list: readonly string[]): string[] {
  const ids = list.map(withoutForbidden)
  return [...new Set(ids)].filter(
    (id) => !hasWrongLength(id) && !id.includes(',') && (!isNoId(id) || readUnregistered(id)),
  )
}

/** The words of a text, without what surrounds ids in chats. */
function wordsOf(text: string): string[] {
  return (
    withoutForbidden(text)
      // A link in Markdown, and what some programs put between the digits of a long number.
      .replace(/\[[^\]]*\]\((\S+?)\)/g, ' $1 ')
      .replace(/(?<=[\d@!])\p{Default_Ignorable_Code_Point}+(?=\d)/gu, '')
      .replace(/<(?:@!?\d+|[^\s<>@]+@[^\s<>@]+)>/g, ' $& ')
      .split(/\s+/)
      .map(withoutQuotes)
  )
}

/** True for links, `<@&roles>` and `@names`. In `@name:server.example`, Matrix has ids. */
function isNoId(text: string): boolean {
  return /^(?:[a-z]+:\/\/|<|@[^:]*$)/i.test(text)
}

/** Without the quotes, brackets, marks of Markdown and full stops around a number or a link. */
function withoutQuotes(word: string): string {
  const bare = word.replace(/^["'“„«‘(<[`*]+|["'”“»’)>\].,;:!?`*]+$/g, '')
  return /^\d+$/.test(bare) || URL.canParse(addressIn(bare)) ? bare : word
}

/** With what an address has in front that was copied without it. */
function addressIn(text: string): string {
  const path = /^([\w.-]+[.:][\w.:-]+)?\/(?:u|users|people|meet|badge|embed)[/?]/.exec(text)
  if (path === null) return text
  return path[1] === undefined ? `${globalThis.location?.origin}${text}` : `https://${text}`
}

/** The ids in a mention, an address for e-mail, a link to people here or one to a profile on Discord; undefined for other texts. */
function idsInLink(text: string): string[] | undefined {
  const [, mention, email] = /^<@!?(\d+)>$|^(?:<|<?mailto:)([^\s<>@]+@[^\s<>@]+?)>?$/.exec(text) ?? []
  const addressed = mention ?? email
  if (addressed !== undefined) return [addressed]
  const address = addressIn(text)
  if (!URL.canParse(address)) return undefined
  const { protocol, host, pathname, searchParams } = new URL(address)
  const isDiscord = protocol === 'discord:' || /^(?:\w+[.])?discord(?:app)?[.]com$/.test(host)
  const profile = isDiscord && /^\/users\/(\d+)/.exec(pathname)?.[1]
  if (profile) return [profile]
  // Also where the page is reached by `http:` and the link by `https:`.
  if (host !== globalThis.location?.origin.replace(/^\w+:\/\//, ''))
    return address === text ? undefined : [address]
  const [, person, badge = person] = /^\/(?:u|embed)\/([^/]+)|^\/badge\/([^/]+)[.]svg$/.exec(pathname) ?? []
  return badge === undefined ? searchParams.get('ids')?.split(',') : [idInPath(badge)]
}

/** The id that a part of a path names, even if a chat service has cut it within an escape. */
export function idInPath(part: string): string {
  try {
    return fromPathId(decodeURIComponent(part))
  } catch {
    return part
  }
}

/** The address of somebody's page. */
export function personAddress(id: string): string {
  return `${location.origin}/u/${toPathId(id)}`
}

/** A name for a group as it is kept and shown: at most 40 characters on one line; empty if nothing is left. */
export function cleanName(text: string): string {
  const line = withoutForbidden(text.replace(/[\p{C}\s]+/gu, ' '))
  return withoutForbidden([...line].slice(0, MAX_NAME_CHARACTERS).join(''))
}
