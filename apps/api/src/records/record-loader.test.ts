import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createRecordLoader } from './record-loader.ts'
import type { TimezoneRecord } from './timezone-store.ts'

const record = (userId: string): TimezoneRecord => ({
  userId,
  username: 'x',
  timezone: 'UTC',
  createdAt: null,
  updatedAt: null,
})

/** A table whose queries end when they are told to. */
function createTable() {
  const queries: { userIds: string[]; end: (error?: Error) => void }[] = []
  const findMany = (userIds: readonly string[]) =>
    new Promise<TimezoneRecord[]>((resolve, reject) => {
      const found = userIds.filter((userId) => userId !== 'nobody').map(record)
      queries.push({ userIds: [...userIds], end: (error) => (error ? reject(error) : resolve(found)) })
    })
  return { queries, findMany }
}

const turn = () => sleep(1)

describe('reads from the store', () => {
  test('one alone goes at once; those of one turn go together, each getting its own', async () => {
    const table = createTable()
    const loader = createRecordLoader(table)
    const found = Promise.all(['a', 'nobody', 'b'].map((userId) => loader.load(userId)))
    await turn()
    expect(table.queries.map(({ userIds }) => userIds)).toEqual([['a', 'nobody', 'b']])
    table.queries[0]?.end()
    expect((await found).map((each) => each?.userId)).toEqual(['a', undefined, 'b'])
  })

  test('while four queries are under way, all that come share the next', async () => {
    const table = createTable()
    const loader = createRecordLoader(table)
    const loads = []
    for (let index = 0; index < 10; index++) {
      loads.push(loader.load(String(index)))
      await turn()
    }
    expect(table.queries).toHaveLength(4)
    table.queries[0]?.end()
    await turn()
    expect(table.queries[4]?.userIds).toEqual(['4', '5', '6', '7', '8', '9'])
    for (const query of table.queries) query.end()
    expect(await Promise.all(loads)).toHaveLength(10)
  })

  test('behind a database that is away wait for one time-out, not for one after the other', async () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    const table = createTable()
    const loader = createRecordLoader(table)
    const loads = []
    for (let index = 0; index < 5; index++) {
      loads.push(loader.load(String(index)))
      await turn()
    }
    const settled = Promise.allSettled(loads)
    await sleep(500)
    for (const query of table.queries) query.end(away)
    expect((await settled).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    expect(table.queries).toHaveLength(4)
  })
})
