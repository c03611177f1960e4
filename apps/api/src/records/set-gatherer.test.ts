import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ZoneName } from '../zones/zone-names.ts'
import { createSetGatherer } from './set-gatherer.ts'
import type { NewTimezone, TimezoneRecord } from './timezone-store.ts'

const zone = (name: string) => name as ZoneName
const newTimezone = (id: string, name = 'UTC'): NewTimezone => ({
  user: { id, username: 'x' },
  timezone: zone(name),
})

/** A table whose statements end when they are told to. */
function createTable({
  refuses = () => false,
}: {
  refuses?: (batch: readonly NewTimezone[]) => unknown
} = {}) {
  const rows = new Map<string, string>()
  const batches: { users: string[]; end: () => void }[] = []
  const setMany = (newTimezones: readonly NewTimezone[]) =>
    new Promise<TimezoneRecord[]>((resolve, reject) => {
      const end = () => {
        const refusal = refuses(newTimezones)
        if (refusal) return reject(refusal)
        for (const { user, timezone } of newTimezones) rows.set(user.id, timezone)
        resolve(
          newTimezones.map(({ user, timezone }) => ({
            userId: user.id,
            username: user.username,
            timezone,
            createdAt: null,
            updatedAt: null,
          })),
        )
      }
      batches.push({ users: newTimezones.map(({ user }) => user.id), end })
    })
  return { rows, batches, setMany }
}

const turn = () => sleep(1)

describe('sets', () => {
  test('one alone goes at once', async () => {
    const table = createTable()
    const saved = createSetGatherer(table).set(newTimezone('a'))
    await turn()
    expect(table.batches.map(({ users }) => users)).toEqual([['a']])
    table.batches[0]?.end()
    expect((await saved).timezone).toBe('UTC')
  })

  test('that come together go in one statement, at most so many statements at once, at most so many in each', async () => {
    const table = createTable()
    const gatherer = createSetGatherer({ ...table, maxBatch: 3, maxBatches: 2 })
    const all = Promise.all(Array.from({ length: 8 }, (_, index) => gatherer.set(newTimezone(String(index)))))
    await turn()
    expect(table.batches.map(({ users }) => users.length)).toEqual([3, 3])
    table.batches[1]?.end()
    await turn()
    expect(table.batches.map(({ users }) => users.length)).toEqual([3, 3, 2])
    table.batches[0]?.end()
    table.batches[2]?.end()
    expect(await all).toHaveLength(8)
  })

  test('of one user: the last wins, all are answered with it, and no value goes beside an older one', async () => {
    const table = createTable()
    const gatherer = createSetGatherer(table)
    const first = gatherer.set(newTimezone('a', 'Asia/Tokyo'))
    await turn()
    const others = ['Asia/Seoul', 'Europe/Berlin'].map((name) => gatherer.set(newTimezone('a', name)))
    await turn()
    expect(table.batches).toHaveLength(1)
    table.batches[0]?.end()
    expect((await first).timezone).toBe('Asia/Tokyo')
    await turn()
    table.batches[1]?.end()
    expect((await Promise.all(others)).map(({ timezone }) => timezone)).toEqual([
      'Europe/Berlin',
      'Europe/Berlin',
    ])
    expect(table.rows.get('a')).toBe('Europe/Berlin')
  })

  test('a row that the database refuses harms nobody but who sent it', async () => {
    const bad = Object.assign(new Error('bad row'), { code: '22021' })
    const table = createTable({ refuses: (batch) => batch.some(({ user }) => user.id === 'bad') && bad })
    const gatherer = createSetGatherer(table)
    const all = Promise.allSettled(['a', 'bad', 'b'].map((id) => gatherer.set(newTimezone(id))))
    for (let batch = 0; batch < 4; batch++) {
      await turn()
      table.batches[batch]?.end()
    }
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect([...table.rows.keys()]).toEqual(['a', 'b'])
  })

  test('too many that wait are refused at once, and places come free again', async () => {
    const table = createTable()
    const gatherer = createSetGatherer({ ...table, maxBatches: 1, maxWaiting: 2 })
    const first = gatherer.set(newTimezone('first'))
    await turn()
    const waiting = ['a', 'b'].map((id) => gatherer.set(newTimezone(id)))
    expect(() => gatherer.set(newTimezone('c'))).toThrow('Too many sets are waiting')
    table.batches[0]?.end()
    await first
    await turn()
    const late = gatherer.set(newTimezone('d'))
    table.batches[1]?.end()
    await Promise.all(waiting)
    await turn()
    table.batches[2]?.end()
    expect((await late).userId).toBe('d')
  })

  test('behind a database that is away wait for one time-out, not for one after the other', async () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    const table = createTable({ refuses: () => away })
    const gatherer = createSetGatherer({ ...table, maxBatches: 1 })
    const first = gatherer.set(newTimezone('first'))
    await turn()
    const waiting = gatherer.set(newTimezone('waiting'))
    await sleep(500)
    table.batches[0]?.end()
    await expect(first).rejects.toThrow('gone')
    await expect(waiting).rejects.toThrow('gone')
    expect(table.batches).toHaveLength(1)
  })
})
