import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Cursor } from '../src/feed/cursor.ts'
import { type Feed, INSERT, openFeed } from './open-feed.ts'
import { execute, openTransaction } from './start-test-api.ts'

describe('while 16 writers change the same few users, mirrors', () => {
  test.for([
    ['are equal to the table', true],
    // The control shows why every read stays below the horizon.
    ['that read whatever is visible miss changes', false],
  ] as const)('%s', async ([, hasHorizon]) => {
    await using feed = await openFeed()
    let isWriting = true
    const mirrors = [1, 3, 20, 100].map((limit) => createMirror(feed, limit, hasHorizon))
    const following = mirrors.map(async (mirror) => {
      while (isWriting) await mirror.follow()
    })
    await Promise.all([
      ...Array.from({ length: 16 }, (_, writer) => writeAtRandom(feed.url, writer)),
      ...mirrors.map((mirror) => holdTransactions(feed.url, mirror)),
    ])
    isWriting = false
    await Promise.all(following)
    for (const mirror of mirrors) while ((await mirror.follow()) > 0);
    const rows = await execute(feed.url, 'select user_id, timezone from timezones')
    const table = sorted(rows.map(({ user_id, timezone }) => [String(user_id), timezone]))
    const wrong = mirrors.filter(({ records }) => sorted([...records]) !== table)
    if (hasHorizon) expect(wrong).toHaveLength(0)
    else expect(wrong.length).toBeGreaterThan(0)
    expect(
      await execute(feed.url, 'select user_id from timezones join timezone_tombstones using (user_id)'),
    ).toEqual([])
  })
})

/** Follows the feed through the store, or by a query without the horizon. */
function createMirror(feed: Feed, limit: number, hasHorizon: boolean) {
  const records = new Map<string, unknown>()
  let reads = 0
  let cursor: Cursor | undefined
  let place: unknown[] = [0, 0]
  const apply = (type: unknown, userId: string, timezone: unknown) =>
    type === 'set' ? records.set(userId, timezone) : records.delete(userId)

  const followFeed = async () => {
    const page = await feed.store.findAfter(cursor, limit)
    if (page === undefined) throw new Error('The cursor expired')
    cursor = page.cursor
    for (const { change } of page.changes)
      apply(change.type, change.user_id, change.type === 'set' ? change.timezone : undefined)
    return page.changes.length
  }
  const followVisible = async () => {
    const { rows } = await feed.run(
      `select * from (select 'set' as type, user_id, timezone, ord, position from timezones union all select 'delete', user_id, null, ord, position from timezone_tombstones) as change
      where (ord, position) > (${place.join()}) order by ord, position limit ${limit}`,
    )
    for (const { type, user_id, timezone, ord, position } of rows) {
      place = [ord, position]
      apply(type, String(user_id), timezone)
    }
    return rows.length
  }
  return {
    records,
    /** The number of pages read. */
    get reads() {
      return reads
    },
    follow: async () => {
      const changes = await (hasHorizon ? followFeed() : followVisible())
      reads += 1
      return changes
    },
  }
}

/** Transactions that commit only after a mirror has had time to read past others that began later. */
async function holdTransactions(url: string, mirror: ReturnType<typeof createMirror>): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const name = `held ${crypto.randomUUID()}`
    const held = await openTransaction(url)
    await held.query(INSERT(name))
    await execute(url, INSERT(`later than ${name}`))
    const before = mirror.reads
    await expect.poll(() => mirror.reads).toBeGreaterThan(before + 20)
    await held.query('commit')
    await held.end()
  }
}

async function writeAtRandom(url: string, writer: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const user = () => `user-${Math.floor(Math.random() * 6)}`
  for (let turn = 0; turn < 60; turn++) {
    const upsert = `${INSERT(user(), `zone ${writer} ${turn}`)} on conflict (user_id) do update set timezone = excluded.timezone`
    const write = Math.random() < 0.3 ? `delete from timezones where user_id = '${user()}'` : upsert
    const end = Math.random() < 0.3 ? 'rollback' : 'commit'
    const long = `begin; select pg_current_xact_id(), pg_sleep(0.01); ${write}; select pg_sleep(${Math.random() * 0.05}); ${end}`
    // A deadlock aborts one of two transactions.
    await client.query(turn % 5 === 4 ? long : write).catch(() => client.query('rollback'))
  }
  await client.end()
}

function sorted(records: [string, unknown][]): string {
  return JSON.stringify(records.sort(([a], [b]) => (a < b ? -1 : 1)))
}
