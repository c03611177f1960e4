import type { Database, Query } from '@timezone-registry/db'
import { loginIssuers } from '@timezone-registry/db/access-tables'
import { inTransaction } from '@timezone-registry/db/transaction'
import { DISCORD_ISSUER } from './discord.ts'

/** The user id of a person; undefined if it would look like one of another issuer's people. */
export type FindUserId = (issuer: string, subject: string) => Promise<string | undefined>

/** How the ids of an issuer's people become user ids. */
export type UserIdRule = typeof loginIssuers.$inferSelect

export type Issuer = { id: string; issuer: string }

/** Ids that Discord's people may have, and ids that look prefixed: two people must not share one. */
const NEEDS_PREFIX = /^([0-9]+$|oidc:)/

/**
 * Stores a rule for each provider that has none. `prefixed` are the new ones that give every id a prefix, because plain
 * ids may belong to people of another issuer; `rules` are all of them.
 */
export async function openUserIds(
  { drizzle, withConnection }: Database,
  providers: readonly Issuer[],
): Promise<{ findUserId: FindUserId; rules: UserIdRule[]; prefixed: UserIdRule[] }> {
  // Loaded for each login: another instance may have a provider that this one does not know.
  const load = async (): Promise<UserIdRule[]> => drizzle.select().from(loginIssuers)
  const stored = await load()
  const hasRule = ({ issuer }: Issuer) => stored.some((rule) => rule.issuer === issuer)
  const isComplete = providers.every(hasRule)
  const added = isComplete
    ? []
    : await withConnection((query) => inTransaction(query, () => addRules(query, providers)))
  return {
    rules: isComplete ? stored : await load(),
    prefixed: added.filter(({ prefix, isPartial }) => prefix !== '' && !isPartial),
    findUserId: async (issuer, subject) => toUserId(await load(), { issuer, subject }),
  }
}

async function addRules(query: Query, providers: readonly Issuer[]): Promise<UserIdRule[]> {
  // Of several instances that start together, the second sees the rules of the first.
  await query('lock table login_issuers in share row exclusive mode')
  const { rows } = await query('select issuer, prefix, is_partial as "isPartial" from login_issuers')
  const stored = rows as UserIdRule[]
  const added = await rulesToAdd(stored, providers, async (prefix) => {
    const tables = ['timezones', 'timezone_tombstones', 'sessions']
    const uses = tables.map((table) => `exists (select from ${table} where starts_with(user_id, $1))`)
    return (await query(`select ${uses.join(' or ')} as used`, [prefix])).rows[0]?.used === true
  })
  for (const { issuer, prefix, isPartial } of added)
    await query('insert into login_issuers values ($1, $2, $3)', [issuer, prefix, isPartial])
  return added
}

/** The user id of a person; undefined if it would look like one of another issuer's people. */
export function toUserId(
  rules: readonly UserIdRule[],
  { issuer, subject }: { issuer: string; subject: string },
): string | undefined {
  const own = rules.find((rule) => rule.issuer === issuer)
  if (own === undefined) throw new Error(`${issuer} has no rule for user ids: restart the service`)
  const isPlain = own.isPartial && !NEEDS_PREFIX.test(subject)
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
