import type { Database, Query } from '@timezone-registry/db'
import { loginIssuers } from '@timezone-registry/db/access-tables'
import { inTransaction } from '@timezone-registry/db/transaction'
import {
  type Issuer,
  inOrderOfArrival,
  isSameOrigin,
  NEEDS_PREFIX,
  rulesToAdd,
  type SeenIssuer,
  toUserId,
  type UserIdRule,
} from './user-id-rules.ts'

/** Whose a user id is, by the rules that this deployment has stored. */
export type UserIds = {
  /** The user id of a person; undefined if it would look like one of another issuer's people. */
  of(issuer: string, subject: string): Promise<string | undefined>
}

/**
 * Stores a rule for each provider that has none. `prefixed` are the new ones that give every id a prefix, because plain
 * ids may belong to people of another issuer.
 */
export async function openUserIds(
  { drizzle, withConnection }: Pick<Database, 'drizzle' | 'withConnection'>,
  providers: readonly Issuer[],
): Promise<{ userIds: UserIds; prefixed: UserIdRule[] }> {
  // Loaded for each login: another instance may have a provider that this one does not know.
  const load = async (): Promise<UserIdRule[]> => drizzle.select().from(loginIssuers)
  const stored = await load()
  const hasRule = ({ issuer }: Issuer) => stored.some((rule) => rule.issuer === issuer)
  const added = providers.every(hasRule)
    ? []
    : await withConnection((query) => inTransaction(query, () => addRules(query, providers)))
  return {
    prefixed: added.filter(({ prefix, isPartial }) => prefix !== '' && !isPartial),
    userIds: { of: async (issuer, subject) => toUserId(await load(), { issuer, subject }) },
  }
}

async function addRules(query: Query, providers: readonly Issuer[]): Promise<UserIdRule[]> {
  // Of several instances that start together, the second sees the rules of the first.
  await query('lock table login_issuers in share row exclusive mode')
  const { rows } = await query('select issuer, prefix, is_partial as "isPartial" from login_issuers')
  const stored = rows as UserIdRule[]
  const seen = stored.length > 0 ? [] : await findSeen(query)
  const issuers = stored.length > 0 ? providers : inOrderOfArrival(providers, seen)
  const added = await rulesToAdd(stored, issuers, async (prefix) => {
    const tables = ['timezones', 'timezone_tombstones', 'sessions']
    const uses = tables.map((table) => `exists (select from ${table} where starts_with(user_id, $1))`)
    return (await query(`select ${uses.join(' or ')} as used`, [prefix])).rows[0]?.used === true
  })
  for (const { issuer, prefix, isPartial } of added)
    await query('insert into login_issuers values ($1, $2, $3)', [issuer, prefix, isPartial])
  if (stored.length === 0) await endForeignSessions(query, { rules: added, seen })
  return added
}

/** The issuers of the stored sessions, the most recently used first. */
async function findSeen(query: Query): Promise<SeenIssuer[]> {
  const { rows } = await query(
    `select provider as id, rtrim(issuer, '/') as issuer,
       bool_or(provider = 'oidc' and user_id = subject and subject ~ $1) as "isBare"
     from sessions group by 1, 2 order by max(last_used_at) desc`,
    [NEEDS_PREFIX],
  )
  return rows as SeenIssuer[]
}

/** Ends sessions from before rules were stored whose user id belongs to a person of another issuer by now. */
async function endForeignSessions(
  query: Query,
  { rules, seen }: { rules: readonly UserIdRule[]; seen: readonly SeenIssuer[] },
): Promise<void> {
  const isPartial = rules.some((rule) => rule.isPartial)
  const foreign = seen.filter((issuer) => !rules.some((rule) => isSameOrigin(rule, issuer)))
  await query(
    `delete from sessions where provider = 'oidc'
       and ($1 and user_id = subject and subject ~ $2
         or rtrim(issuer, '/') = any ($3))`,
    [isPartial, NEEDS_PREFIX, foreign.map(({ issuer }) => issuer)],
  )
}
