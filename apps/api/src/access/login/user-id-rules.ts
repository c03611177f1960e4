import type { loginIssuers } from '@timezone-registry/db/access-tables'
import { DISCORD_ISSUER } from './discord.ts'
import type { Provider } from './provider.ts'

/** How the ids of an issuer's people become user ids. */
export type UserIdRule = typeof loginIssuers.$inferSelect

export type Issuer = Pick<Provider, 'id' | 'issuer'>

/** What the sessions from an origin show about the rule that a version without stored rules applied to it. */
export type SeenIssuer = Issuer & {
  /** An id has no prefix although it needed one beside Discord. */
  isBare: boolean
}

/** Ids that Discord's people may have, and ids that look prefixed: two people must not share one. */
export const NEEDS_PREFIX = '^([0-9]+$|oidc:)'
const NEEDS_PREFIX_PATTERN = new RegExp(NEEDS_PREFIX)

/** The user id of a person; undefined if it would look like one of another issuer's people. */
export function toUserId(
  rules: readonly UserIdRule[],
  { issuer, subject }: { issuer: string; subject: string },
): string | undefined {
  const own = rules.find((rule) => rule.issuer === issuer)
  if (own === undefined) throw new Error(`${issuer} has no rule for user ids: restart the service`)
  const isPlain = own.isPartial && !NEEDS_PREFIX_PATTERN.test(subject)
  const userId = isPlain ? subject : own.prefix + subject
  const isForeign = rules.some((rule) => rule !== own && rule.prefix !== '' && userId.startsWith(rule.prefix))
  return isForeign ? undefined : userId
}

/**
 * The rules to add for issuers, in this order. The first issuer's ids stay as they are, because existing clients know
 * them. Next to Discord alone, those of an OpenID Connect issuer do if they cannot be Discord's. Every other issuer gets
 * a prefix with which no user id begins.
 */
export async function rulesToAdd(
  stored: readonly UserIdRule[],
  issuers: readonly Issuer[],
  isUsed: (prefix: string) => Promise<boolean>,
): Promise<UserIdRule[]> {
  const rules = [...stored]
  const isTaken = async (prefix: string) =>
    rules.some((rule) => rule.prefix === prefix) || (await isUsed(prefix))
  let isDiscordAlone = stored.length === 1 && stored[0]?.issuer === DISCORD_ISSUER

  for (const { id, issuer } of issuers) {
    if (rules.some((rule) => rule.issuer === issuer)) continue
    const isPartial = id === 'oidc' && isDiscordAlone
    let prefix = rules.length === 0 ? '' : `${id}:`
    if (!isPartial) for (let n = 2; prefix !== '' && (await isTaken(prefix)); n += 1) prefix = `${id}${n}:`
    isDiscordAlone = id === 'discord' && rules.length === 0
    rules.push({ issuer, prefix, isPartial })
  }
  return rules.slice(stored.length)
}

/**
 * The order in which a deployment without stored rules began to use its issuers: Discord first, as earlier versions took
 * it, unless a session shows that the other issuer was alone; an issuer that people have signed in at before the one that
 * has replaced it.
 */
export function inOrderOfArrival(providers: readonly Issuer[], seen: readonly SeenIssuer[]): Issuer[] {
  const ofKind = (issuers: readonly Issuer[], id: string) => issuers.filter((issuer) => issuer.id === id)
  const discord = [...ofKind(providers, 'discord'), ...ofKind(seen, 'discord')].slice(0, 1)
  const configured = ofKind(providers, 'oidc')
  const isReplaced = !configured.some((issuer) => seen.some((other) => isSameOrigin(issuer, other)))
  const oidc = [...(isReplaced ? ofKind(seen, 'oidc').slice(0, 1) : []), ...configured]
  const isDiscordLater = ofKind(seen, 'discord').length === 0 && seen.some(({ isBare }) => isBare)
  return isDiscordLater ? [...oidc, ...discord] : [...discord, ...oidc]
}

/** True for the addresses of one issuer: each of its tenants has its own. */
export function isSameOrigin(one: Pick<Issuer, 'issuer'>, other: Pick<Issuer, 'issuer'>): boolean {
  return URL.parse(one.issuer)?.origin === URL.parse(other.issuer)?.origin
}
