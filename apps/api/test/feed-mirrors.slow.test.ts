import pg from 'pg'
import { expect, test } from 'vitest'
import type { Cursor } from '../src/feed/cursor.ts'
import { type Feed, INSERT, openFeed } from './open-feed.ts'
import { execute, openTransaction } from './start-test-api.ts'

const USERS = 6
const WRITERS = 16
const WRITES = 80
const PUBLIC = "select user_id, timezone from timezones where visibility = 'public'"
const TOMBSTONES_OF_DELETES = `drop trigger timezones_tombstone on timezones;
  create trigger timezones_tombstone after insert or delete or update of user_id on timezones for each row execute function keep_timezone_tombstone();
  create trigger timezones_shown after update of visibility on timezones for each row when (new.visibility = 'public') execute function keep_timezone_tombstone()`

test('mirrors under writers that set, hide, show and delete the same few users hold exactly the public records, and none that was hidden at their horizon', async () => {
  const { wrong, exposed, surplus } = await mirrorUnderWriters()
  expect({ wrong, exposed, surplus }).toEqual({ wrong: 0, exposed: [], surplus: [] })
})

// The controls: why every read stays below the horizon, and what the tombstone of a hidden record is for.
test.for([
  ['miss changes if they read whatever is visible', { hasHorizon: false }],
  ['keep hidden records if only a delete leaves a tombstone', { prepare: TOMBSTONES_OF_DELETES }],
] as const)('the same mirrors %s', async ([, control]) => {
  const findFaults = async () => {
    const { wrong, exposed } = await mirrorUnderWriters(control)
    return wrong + exposed.length
  }
  await expect.poll(findFaults, { timeout: 300_000 }).toBeGreaterThan(0)
})

async function mirrorUnderWriters({ prepare = '', hasHorizon = true } = {}) {
  await using feed = await openFeed()
  await execute(feed.url, prepare)
  let isWriting = true
  // Otherwise the mirrors have nothing to keep apart.
  const isEnough = () =>
    mirrors.every(({ removals }) => removals > 0) &&
    (!hasHorizon || mirrors.every(({ hidden }) => hidden > 0))
  const mirrors = [1, 3, 20, 100].map((limit) => createMirror(feed, limit, hasHorizon))
  const following = mirrors.map(async (mirror) => {
    while (isWriting) await mirror.follow()
  })
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, writer) => writeAtRandom(feed.url, writer, isEnough)),
    ...mirrors.map((mirror) => holdTransactions(feed.url, mirror)),
  ])
  isWriting = false
  await Promise.all(following)
  for (const mirror of mirrors) while ((await mirror.follow()) > 0);

  const rows = await execute(feed.url, PUBLIC)
  const table = sorted(rows.map(({ user_id, timezone }) => [String(user_id), timezone]))
  return {
    wrong: mirrors.filter(({ records }) => sorted([...records]) !== table).length,
    exposed: mirrors.flatMap(({ exposed }) => exposed),
    /** Tombstones of public records. */
    surplus: await execute(
      feed.url,
      `select from (${PUBLIC}) shown join timezone_tombstones using (user_id)`,
    ),
  }
}

/** Follows the feed through the store, or by a query without the horizon. */
function createMirror(feed: Feed, limit: number, hasHorizon: boolean) {
  const records = new Map<string, unknown>()
  const exposed: string[] = []
  const counts = { reads: 0, hidden: 0, removals: 0 }
  let cursor: Cursor | undefined
  let place: unknown[] = [0, 0]
  const apply = (type: unknown, userId: string, timezone: unknown) => {
    if (type === 'set') records.set(userId, timezone)
    else if (records.delete(userId)) counts.removals += 1
  }

  /**
   * Every change below the place or, at the end of the feed, below the horizon has been applied. The tombstone names the
   * transaction that hid the record; one with a lower number may have changed the hidden record later.
   */
  const check = async (appliedBelow: number) => {
    const { rows } = await feed.run(
      `select user_id from timezones record left join timezone_tombstones tombstone using (user_id)
       where visibility <> 'public' and coalesce(tombstone.ord, record.xmin::text::bigint) < ${appliedBelow}`,
    )
    counts.hidden += rows.length
    for (const { user_id } of rows) if (records.has(String(user_id))) exposed.push(`${user_id}, at ${limit}`)
  }
  const followFeed = async () => {
    // Every transaction with a number below it has ended.
    const { rows } = await feed.run('select pg_snapshot_xmin(pg_current_snapshot())::text as horizon')
    const page = await feed.store.findAfter(cursor, limit)
    if (page === undefined) {
      exposed.push(`expired, at ${limit}`)
      return 0
    }
    cursor = page.cursor
    for (const { change } of page.changes)
      apply(change.type, change.user_id, change.type === 'set' ? change.timezone : undefined)
    await check(page.more ? cursor.place.ord : Number(rows[0]?.horizon))
    return page.changes.length
  }
  const followVisible = async () => {
    const { rows } = await feed.run(
      `select * from (select 'set' as type, user_id, timezone, ord, position from timezones where visibility = 'public'
        union all select 'delete', user_id, null, ord, position from timezone_tombstones) as change
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
    exposed,
    /** How many pages it has read. */
    get reads() {
      return counts.reads
    },
    /** How many hidden records the checks have met. */
    get hidden() {
      return counts.hidden
    },
    /** How many records it has removed because of the feed. */
    get removals() {
      return counts.removals
    },
    follow: async () => {
      const changes = await (hasHorizon ? followFeed() : followVisible())
      counts.reads += 1
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

async function writeAtRandom(url: string, writer: number, isEnough: () => boolean): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (let turn = 0; turn < WRITES || !isEnough(); turn++) {
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
