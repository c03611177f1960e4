import { expect, test } from 'vitest'
import { migrateToLatest } from '../src/migrate.ts'
import { openTestDatabase } from './open-test-database.ts'

/** What the feed shows of a user, and whether it changed. */
type Trace = { feed: 'set' | 'delete' | 'nothing'; isNew: boolean }

const insert = (visibility: string) =>
  `insert into timezones (user_id, username, timezone, visibility) values ('ann', 'x', 'UTC', '${visibility}')`
const setVisibility = (visibility: string) => `update timezones set visibility = '${visibility}'`
const upsert = (visibility: string) =>
  `${insert(visibility)} on conflict (user_id) do update set timezone = excluded.timezone`
const CHANGE = "update timezones set timezone = 'Asia/Tokyo'"
const DELETE = 'delete from timezones'
const RENAME = "update timezones set user_id = 'bob'"
const REPLAY = 'set session_replication_role = replica'

const IS_SET: Trace = { feed: 'set', isNew: true }
const IS_DELETED: Trace = { feed: 'delete', isNew: true }
const SAME_DELETE: Trace = { feed: 'delete', isNew: false }
const UNKNOWN: Trace = { feed: 'nothing', isNew: false }

test.for([
  ['a private insert', '', insert('private'), UNKNOWN],
  ['an unlisted upsert that inserts', '', upsert('unlisted'), UNKNOWN],
  ['a change of a private record', insert('private'), CHANGE, UNKNOWN],
  ['an upsert of a private record', insert('private'), upsert('public'), UNKNOWN],
  ['private to unlisted', insert('private'), setVisibility('unlisted'), UNKNOWN],
  ['a delete of a private record', insert('private'), DELETE, UNKNOWN],
  ['a new id for a private record', insert('private'), RENAME, UNKNOWN],
  ['public to private', insert('public'), setVisibility('private'), IS_DELETED],
  ['public to unlisted', insert('public'), setVisibility('unlisted'), IS_DELETED],
  [
    'a change of the zone together with the visibility',
    insert('public'),
    "update timezones set visibility = 'private', timezone = 'X'",
    IS_DELETED,
  ],
  [
    'an upsert that hides',
    insert('public'),
    `${insert('private')} on conflict (user_id) do update set visibility = excluded.visibility`,
    IS_DELETED,
  ],
  ['a replayed public to private', insert('public'), `${REPLAY}; ${setVisibility('private')}`, IS_DELETED],
  ['private to public', insert('private'), setVisibility('public'), IS_SET],
  [
    'private to public after a tombstone',
    `${insert('public')}; ${setVisibility('private')}`,
    setVisibility('public'),
    IS_SET,
  ],
  [
    'a replayed private to public',
    `${insert('public')}; ${setVisibility('private')}`,
    `${REPLAY}; ${setVisibility('public')}`,
    IS_SET,
  ],
  [
    'a change of a hidden record',
    `${insert('public')}; ${setVisibility('private')}`,
    `${CHANGE}; ${setVisibility('unlisted')}; ${DELETE}`,
    SAME_DELETE,
  ],
  [
    'a private insert after a delete',
    `${insert('public')}; ${DELETE}`,
    `${insert('private')}; ${CHANGE}`,
    SAME_DELETE,
  ],
  ['a public change', insert('public'), CHANGE, IS_SET],
  ['public to public', insert('public'), setVisibility('public'), IS_SET],
  ['a new id that is private', insert('public'), `${RENAME}; ${setVisibility('private')}`, IS_DELETED],
  [
    'a new id in the same statement as private',
    insert('public'),
    "update timezones set user_id = 'bob', visibility = 'private'",
    IS_DELETED,
  ],
  [
    'a new id in the same statement as public',
    insert('private'),
    "update timezones set user_id = 'bob', visibility = 'public'",
    UNKNOWN,
  ],
] as const)('the feed after %s', async ([, before, statements, expected]) => {
  await using database = await openTestDatabase()
  await migrateToLatest(database)
  const run = (statement: string) => database.withConnection(async (query) => (await query(statement)).rows)
  const findPlaces = () =>
    run(
      `select 'set' as type, ord, position from timezones where user_id = 'ann' and ord > 0
      union all select 'delete', ord, position from timezone_tombstones where user_id = 'ann'`,
    )
  if (before !== '') await run(before)
  const old = await findPlaces()
  await run(statements)
  const places = await findPlaces()

  expect(places.map(({ type }) => type)).toEqual(expected.feed === 'nothing' ? [] : [expected.feed])
  expect(places.length > 0 && JSON.stringify(places) !== JSON.stringify(old)).toBe(expected.isNew)
  const hidden = await run("select ord, position from timezones where visibility <> 'public'")
  for (const place of hidden) expect(place).toEqual({ ord: '0', position: '0' })
})

test('no other visibility can be stored', async () => {
  await using database = await openTestDatabase()
  await migrateToLatest(database)
  const run = (statement: string) => database.withConnection((query) => query(statement))
  await expect(run(insert('secret'))).rejects.toThrow(/timezones_visibility/)
  const { rows } = await run("select convalidated from pg_constraint where conname = 'timezones_visibility'")
  expect(rows).toEqual([{ convalidated: true }])
})
