import pg from 'pg'
import { expect, test } from 'vitest'
import type { Cursor } from '../src/feed/cursor.ts'
import { type Feed, openFeed } from './open-feed.ts'
import { execute } from './start-test-api.ts'

const USERS = 6
const WRITERS = 12
const WRITES = 80

test.for([
  ['hold exactly the public records, and none that was hidden at their horizon', true],
  // The control: what the tombstone of a hidden record is for.
  ['keep hidden records if only a delete leaves a tombstone', false],
] as const)('mirrors under writers that hide and show records: %s', async ([, hasTombstones]) => {
  await using feed = await openFeed()
  if (!hasTombstones)
    await execute(
      feed.url,
      'drop trigger timezones_tombstone on timezones; create trigger timezones_tombstone after insert or delete or update of user_id on timezones for each row execute function keep_timezone_tombstone(); create trigger timezones_shown after update of visibility on timezones for each row when (new.visibility = $$public$$) execute function keep_timezone_tombstone()',
    )
  let isWriting = true
  const mirrors = [1, 1, 7, 100].map((limit) => createMirror(feed, limit))
  const following = mirrors.map(async (mirror) => {
    while (isWriting) await mirror.follow()
  })
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeAtRandom(feed.url, writer)))
  isWriting = false
  await Promise.all(following)
  for (const mirror of mirrors) while ((await mirror.follow()) > 0);

  const rows = await execute(feed.url, "select user_id, timezone from timezones where visibility = 'public'")
  const table = sorted(rows.map(({ user_id, timezone }) => [String(user_id), timezone]))
  const wrong = mirrors.filter(({ records }) => sorted([...records]) !== table)
  const exposed = mirrors.flatMap(({ exposed }) => exposed)
  const expired = mirrors.reduce((total, mirror) => total + mirror.expired, 0)
  if (hasTombstones)
    expect({ wrong: wrong.length, exposed, expired }).toEqual({ wrong: 0, exposed: [], expired: 0 })
  else expect(wrong.length + exposed.length).toBeGreaterThan(0)
  // Otherwise the mirrors had nothing to keep apart.
  for (const { hidden, removals } of mirrors) expect([hidden > 0, removals > 0]).toEqual([true, true])
  const both = "from timezones join timezone_tombstones using (user_id) where visibility = 'public'"
  expect(await execute(feed.url, `select user_id ${both}`)).toEqual([])
})

function createMirror(feed: Feed, limit: number) {
  const records = new Map<string, unknown>()
  const exposed: string[] = []
  let hidden = 0
  let removals = 0
  let expired = 0
  let cursor: Cursor | undefined

  /**
   * Every change below the place or, at the end of the feed, below the horizon has been applied. The tombstone names the
   * transaction that hid the record; one with a lower number may have changed the hidden record later.
   */
  async function check(appliedBelow: number): Promise<void> {
    const { rows } = await feed.run(
      `select user_id from timezones record left join timezone_tombstones tombstone using (user_id)
       where visibility <> 'public' and coalesce(tombstone.ord, record.xmin::text::bigint) < ${appliedBelow}`,
    )
    hidden += rows.length
    for (const { user_id } of rows) if (records.has(String(user_id))) exposed.push(`${user_id}, at ${limit}`)
  }

  return {
    records,
    exposed,
    /** How many hidden records the checks have met. */
    get hidden() {
      return hidden
    },
    /** How many records the mirror has removed because of the feed. */
    get removals() {
      return removals
    },
    /** How often the feed refused its cursor. */
    get expired() {
      return expired
    },
    follow: async () => {
      // Every transaction with a number below it has ended.
      const { rows } = await feed.run('select pg_snapshot_xmin(pg_current_snapshot())::text as horizon')
      const page = await feed.store.findAfter(cursor, limit)
      if (page === undefined) expired++
      if (page === undefined) return 0
      cursor = page.cursor
      for (const { change } of page.changes) {
        if (change.type === 'set') records.set(change.user_id, change.timezone)
        else if (records.delete(change.user_id)) removals++
      }
      await check(page.more ? cursor.place.ord : Number(rows[0]?.horizon))
      return page.changes.length
    },
  }
}

async function writeAtRandom(url: string, writer: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (let turn = 0; turn < WRITES; turn++) {
    const write = randomWrite(`user ${Math.floor(Math.random() * USERS)}`, `zone ${writer} ${turn}`)
    const end = Math.random() < 0.3 ? 'rollback' : 'commit'
    const long = `begin; select pg_current_xact_id(), pg_sleep(0.01); ${write}; select pg_sleep(${Math.random() * 0.03}); ${end}`
    // A deadlock aborts one of two transactions.
    await client.query(turn % 4 === 3 ? long : write).catch(() => client.query('rollback'))
  }
  await client.end()
}

function randomWrite(user: string, zone: string): string {
  const visibility = ['public', 'unlisted', 'private'][Math.floor(Math.random() * 3)]
  const choice = Math.random()
  if (choice < 0.15) return `delete from timezones where user_id = '${user}'`
  if (choice < 0.5) return `update timezones set visibility = '${visibility}' where user_id = '${user}'`
  const kept = choice < 0.8 ? '' : ', visibility = excluded.visibility'
  return `insert into timezones (user_id, username, timezone, visibility) values ('${user}', 'x', '${zone}', '${visibility}')
    on conflict (user_id) do update set timezone = excluded.timezone${kept}`
}

function sorted(records: [string, unknown][]): string {
  return JSON.stringify(records.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
