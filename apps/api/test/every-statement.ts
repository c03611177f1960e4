import type { Database } from '@timezone-registry/db'
import { loginIssuers } from '@timezone-registry/db/access-tables'
import { settleChangeFeed } from '@timezone-registry/db/settle-feed'
import { createZoneNames, type ZoneName } from '@timezone-registry/zones/zone-names'
import { sql } from 'drizzle-orm'
import { loadDeploymentSecret } from '../src/access/access.ts'
import { createApiKeyStore } from '../src/access/api-keys/api-key-store.ts'
import { openUserIds } from '../src/access/login/user-ids.ts'
import { hashOf } from '../src/access/secrets.ts'
import { createSessionStore } from '../src/access/sessions/session-store.ts'
import { createUseOnce } from '../src/access/use-once-store.ts'
import { createTransferStore } from '../src/cli/transfer/transfer-store.ts'
import { createChangeStore } from '../src/feed/change-store.ts'
import { createTailQueries } from '../src/feed/tail-queries.ts'
import { createErasePerson } from '../src/privacy/erase-person.ts'
import { createListQueries } from '../src/records/list-queries.ts'
import { createRecordStore } from '../src/records/record-store.ts'
import { createFindByName } from '../src/records/search.ts'
import { WRITES_PER_STATEMENT } from '../src/records/writes.ts'

const SESSION_LIMITS = { ttlSeconds: 1000, idleSeconds: 100 }

/** Runs every SQL statement of the service and its command line at least once, except where it says so. */
export async function runEveryStatement(database: Database): Promise<void> {
  const timezone = createZoneNames().find('UTC')
  if (timezone === undefined) throw new Error('UTC is a zone')
  await runFeed(database)
  await runRecords(database, timezone)
  await runChanges(database, timezone)
  await runTransfer(database, timezone)
  await runSessions(database)
  await runPerson(database)
  await runApiKeys(database)
  await loadDeploymentSecret(database)
  await createUseOnce(database, { kind: 'test', seconds: 600 })('x')
  // With a rule: what adds one runs once in a deployment's life and reads whole tables.
  const issuer = 'https://issuer.example'
  await database.drizzle
    .insert(loginIssuers)
    .values({ issuer, prefix: '', isPartial: false })
    .onConflictDoNothing()
  await (await openUserIds(database, [{ id: 'oidc', issuer }])).findUserId(issuer, '1')
}

async function runFeed(database: Database): Promise<void> {
  const changes = createChangeStore(database)
  const page = await changes.findAfter(undefined, 1000)
  await changes.findAfter(page?.cursor, 1000)
  await changes.findEnd()
  await changes.findHeldBackSeconds()
  const tail = createTailQueries(database)
  await tail.findAfter((await tail.findEnd()).end)
  await tail.findAfter({ ord: 0, position: 0 })
  await changes.prune(30)
  await database.drizzle.execute(sql`update timezone_feed set server = 'elsewhere'`)
  await settleChangeFeed(database)
}

async function runRecords(database: Database, timezone: ZoneName): Promise<void> {
  const store = createRecordStore(database, { sessions: SESSION_LIMITS })
  const ids = Array.from({ length: WRITES_PER_STATEMENT }, (_, number) => `user ${number}`)
  for (const visibility of [undefined, 'public', undefined] as const)
    await store.setMany(ids.map((id) => ({ user: { id, username: 'x' }, timezone, visibility })))
  const records = new Map((await store.findMany(ids)).map((record) => [record.userId, record]))
  for (const visibility of [undefined, 'public'] as const)
    for (const expected of [(id: string) => records.get(id), () => 'nothing' as const])
      await store.setMany(
        ids.map((id) => ({ user: { id, username: 'x' }, timezone, visibility, expected: expected(id) })),
      )
  await store.findMany(ids)
  await store.removeMany(['user 1'])
  await createFindByName(database)('name 1', 20)
  const { findListBatch, countByZone } = createListQueries(database)
  await countByZone()
  await findListBatch({ after: undefined, size: 5000 })
  await findListBatch({ after: 'user 0', size: 5000 })
}

async function runChanges(database: Database, timezone: ZoneName): Promise<void> {
  const { change } = createRecordStore(database, { sessions: SESSION_LIMITS })
  const user = { id: 'changed' }
  for (const decision of [
    { username: 'x', timezone },
    { timezone },
    { visibility: 'private' },
    { availability: 'hours;mo,tu 09:00-17:00' },
    'removal',
  ] as const)
    await change(user, () => decision)
  await change({ ...user, session: 'none' }, () => 'keep').catch(() => {})
}

async function runTransfer(database: Database, timezone: ZoneName): Promise<void> {
  const transfer = createTransferStore(database)
  const rows = Array.from({ length: 256 }, (_, number) => ({
    user_id: `user ${number}`,
    username: 'y',
    timezone,
    updated_at: '2026-01-01T00:00:00Z',
  }))
  for (const overwrite of [true, false]) await transfer.importRows(rows, { overwrite })
  const pages = transfer.exportPages()
  await pages.next()
  await pages.next()
  await pages.return(undefined)
}

async function runSessions(database: Database): Promise<void> {
  const sessions = createSessionStore(database, SESSION_LIMITS)
  const person = { provider: 'x', issuer: 'https://x', subject: '1', userId: '1', username: 'x' }
  for (const idHash of ['a', 'b'])
    await sessions.add(idHash, { ...person, avatar: null, discriminator: null }, 'Firefox on Linux')
  await sessions.find('a')
  await sessions.markUsed('a')
  const [session] = await sessions.listOf(person)
  await sessions.remove({ ...person, publicId: session?.publicId ?? '' })
  await sessions.updateProfileOf({ ...person, avatar: null, discriminator: null })
  await sessions.removeSurplusOf(person)
  await sessions.remove({ idHash: 'a' })
  await sessions.remove(person)
  await sessions.removeExpired()
}

async function runPerson(database: Database): Promise<void> {
  const store = createRecordStore(database, { sessions: SESSION_LIMITS })
  await createErasePerson(store)({ userId: 'user 2', issuer: 'https://x', subject: '2' })
}

async function runApiKeys(database: Database): Promise<void> {
  const keys = createApiKeyStore(database)
  await keys.listActive()
  const { id, key } = await keys.create({ name: 'x', scopes: ['records:write'], lifetimeSeconds: 60 })
  await keys.findActive(hashOf(key))
  await keys.markUsed(id)
  await keys.list()
  await keys.revoke(id)
}
