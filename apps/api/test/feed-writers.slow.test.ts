import { describe, expect, test } from 'vitest'
import { INSERT, openFeed } from './open-feed.ts'
import { execute, openTransaction } from './start-test-api.ts'

describe('the feed includes the changes of any writer:', () => {
  test.for([
    ['an update of the user id', "update timezones set user_id = 'bob'", ['set bob', 'delete ann']],
    [
      'two updates in one transaction',
      "update timezones set timezone = 'X'; update timezones set timezone = 'Y'",
      ['set ann'],
    ],
    ['a delete and an insert in one transaction', `delete from timezones; ${INSERT('ann')}`, ['set ann']],
    [
      'an insert and a delete in one transaction',
      `${INSERT('bob')}; delete from timezones where user_id = 'bob'`,
      ['delete bob'],
    ],
    [
      'subtransactions',
      `begin; savepoint a; ${INSERT('bob')}; release a; savepoint b; ${INSERT('eve')}; rollback to b; commit`,
      ['set bob'],
    ],
    [
      'a replaying session',
      `set session_replication_role = replica; ${INSERT('bob')}; delete from timezones where user_id = 'ann'`,
      ['set bob', 'delete ann'],
    ],
    [
      'a replaying session that deletes and adds a record again',
      `set session_replication_role = replica; delete from timezones where user_id = 'ann'; ${INSERT('ann')}`,
      ['set ann'],
    ],
    [
      'an empty search path',
      `set search_path = ''; insert into public.timezones values ('bob', 'x', 'UTC'); delete from public.timezones where user_id = 'ann'`,
      ['set bob', 'delete ann'],
    ],
    [
      'other functions first in the search path',
      `create schema evil; create function evil.nextval(regclass) returns bigint language sql as 'select 1/0::bigint'; set search_path = evil, pg_catalog, public; ${INSERT('bob')}`,
      ['set bob'],
    ],
    [
      'a role with rights on the table alone',
      `create role ROLE; grant select, insert, update, delete on timezones to ROLE; set role ROLE; ${INSERT('bob')}; delete from timezones where user_id = 'ann'; reset role; drop owned by ROLE; drop role ROLE`,
      ['set bob', 'delete ann'],
    ],
  ] as const)('%s', async ([, statements, expected]) => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const cursor = await feed.end()
    await execute(feed.url, statements.replaceAll('ROLE', `writer_${crypto.randomUUID().slice(0, 8)}`))
    expect(await feed.changesAfter(cursor)).toEqual(expected)
  })

  test('a copy', async () => {
    await using feed = await openFeed()
    await execute(
      feed.url,
      `copy timezones (user_id, username, timezone) from program 'printf "ann\\tx\\tUTC\\n"'`,
    )
    expect(await feed.changesAfter(undefined)).toEqual(['set ann'])
  })

  test('a truncation, which expires every earlier cursor', async () => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const cursor = await feed.end()
    await execute(feed.url, 'set session_replication_role = replica; truncate timezones')
    expect(await feed.changesAfter(cursor)).toBe('expired')
    expect(await feed.changesAfter(await feed.end())).toEqual([])
  })

  test.for(['repeatable read', 'serializable'])(
    'a reinsert under %s, which does not see the tombstone, conflicts rather than leaving both',
    async (level) => {
      await using feed = await openFeed()
      await execute(feed.url, INSERT('ann'))
      const early = await openTransaction(feed.url)
      await early.query(`set transaction isolation level ${level}`)
      await early.query('select count(*) from timezone_feed')
      await execute(feed.url, "delete from timezones where user_id = 'ann'")
      await expect(early.query(INSERT('ann'))).rejects.toMatchObject({ code: '40001' })
      await early.end()
      expect(await feed.changesAfter(undefined)).toEqual(['delete ann'])
    },
  )

  test('an upsert that waits for a delete', async () => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const deleting = await openTransaction(feed.url)
    await deleting.query("delete from timezones where user_id = 'ann'")
    const upserting = execute(feed.url, `${INSERT('ann')} on conflict (user_id) do update set timezone = 'X'`)
    await expect
      .poll(() =>
        execute(
          feed.url,
          'select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
        ),
      )
      .toHaveLength(1)
    await deleting.query('commit')
    await deleting.end()
    await upserting
    expect(await feed.changesAfter(undefined)).toEqual(['set ann'])
    expect(await execute(feed.url, 'select * from timezone_tombstones')).toEqual([])
  })
})
