import type { ZoneName } from '@timezone-registry/zones/zone-names'
import { describe, expect, test, vi } from 'vitest'
import { Overloaded, Unavailable } from '../errors.ts'
import type { NewTimezone, TimezoneRecord } from './record.ts'
import { createWrites } from './writes.ts'

const newTimezone = (id: string, timezone = 'UTC'): NewTimezone => ({
  user: { id, username: 'x' },
  timezone: timezone as ZoneName,
})

/** A table whose statements end when the test ends them. */
function createTable({ refuses = () => undefined }: { refuses?: (ids: string[]) => Error | undefined } = {}) {
  const rows = new Map<string, TimezoneRecord>()
  const statements: { kind: 'set' | 'remove'; ids: string[]; end: () => void }[] = []
  const underWay = new Map<string, number>()
  let isOpen = false
  const table = { mostAtOnce: 0, mostOfOneUser: 0 }

  const count = (ids: string[], change: 1 | -1) => {
    for (const id of ['', ...ids]) underWay.set(id, (underWay.get(id) ?? 0) + change)
    table.mostAtOnce = Math.max(table.mostAtOnce, underWay.get('') ?? 0)
    table.mostOfOneUser = Math.max(table.mostOfOneUser, ...ids.map((id) => underWay.get(id) ?? 0))
  }
  const start = (kind: 'set' | 'remove', ids: string[], work: () => TimezoneRecord[]) =>
    new Promise<TimezoneRecord[]>((resolve, reject) => {
      count(ids, 1)
      let isEnded = false
      const end = () => {
        if (isEnded) return
        isEnded = true
        count(ids, -1)
        const refusal = refuses(ids)
        if (refusal === undefined) resolve(work())
        else reject(refusal)
      }
      statements.push({ kind, ids, end })
      // Later, so that other statements could start beside it.
      if (isOpen) setImmediate(end)
    })

  return Object.assign(table, {
    rows,
    statements,
    /** Resolves when this many statements have started. */
    started: (wanted: number) =>
      vi.waitUntil(() => statements.length >= wanted, { interval: 1, timeout: 10_000 }),
    /** Ends every statement from now on. */
    open: () => {
      isOpen = true
      for (const { end } of statements) end()
    },
    setMany: (newTimezones: readonly NewTimezone[]) =>
      start(
        'set',
        newTimezones.map(({ user }) => user.id),
        () =>
          newTimezones.map(({ user, timezone }) => {
            const row = {
              userId: user.id,
              username: user.username,
              timezone,
              createdAt: null,
              updatedAt: null,
              visibility: 'public' as const,
              availability: null,
            }
            rows.set(user.id, row)
            return row
          }),
      ),
    removeMany: (userIds: readonly string[]) =>
      start('remove', [...userIds], () =>
        userIds.flatMap((userId) => {
          const row = rows.get(userId)
          rows.delete(userId)
          return row ?? []
        }),
      ),
  })
}

const withCode = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code })
const settled = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('writes', () => {
  test('a single set starts immediately', async () => {
    const table = createTable()
    const saved = createWrites(table).set(newTimezone('a'))
    await table.started(1)
    expect(table.statements.map(({ ids }) => ids)).toEqual([['a']])
    table.statements[0]?.end()
    expect((await saved).timezone).toBe('UTC')
  })

  test('concurrent sets share statements, limited in size and in number', async () => {
    const table = createTable()
    const writes = createWrites({ ...table, maxBatch: 3, maxBatches: 2 })
    const all = Promise.all(Array.from({ length: 8 }, (_, index) => writes.set(newTimezone(String(index)))))
    await table.started(2)
    table.statements[1]?.end()
    await table.started(3)
    expect(table.statements.map(({ ids }) => ids.length)).toEqual([3, 3, 2])
    table.open()
    expect((await all).map(({ userId }) => userId)).toEqual([...Array(8).keys()].map(String))
    expect(table.mostAtOnce).toBe(2)
  })

  test('sets of one user that wait together are merged into the last, and never overlap an earlier one', async () => {
    const table = createTable()
    const writes = createWrites({ ...table, maxBatches: 2 })
    const first = writes.set(newTimezone('a', 'Asia/Tokyo'))
    await table.started(1)
    const others = ['Asia/Seoul', 'Europe/Berlin'].map((name) => writes.set(newTimezone('a', name)))
    const unrelated = writes.set(newTimezone('b'))
    await table.started(2)
    expect(table.statements.map(({ ids }) => ids)).toEqual([['a'], ['b']])
    table.open()
    await unrelated
    expect((await first).timezone).toBe('Asia/Tokyo')
    expect((await Promise.all(others)).map(({ timezone }) => timezone)).toEqual([
      'Europe/Berlin',
      'Europe/Berlin',
    ])
    expect(table.statements).toHaveLength(3)
    expect(table.mostOfOneUser).toBe(1)
    expect(table.rows.get('a')?.timezone).toBe('Europe/Berlin')
  })

  test('sets and deletes of one user take effect in order of arrival', async () => {
    const table = createTable()
    table.open()
    const writes = createWrites(table)
    const outcomes = Promise.all([
      writes.set(newTimezone('a', 'Asia/Tokyo')),
      writes.remove('a'),
      writes.remove('a'),
      writes.set(newTimezone('a', 'Asia/Seoul')),
      writes.set(newTimezone('a', 'Europe/Berlin')),
      writes.remove('other'),
    ])
    expect(await outcomes).toMatchObject([
      { timezone: 'Asia/Tokyo' },
      true,
      false,
      { timezone: 'Europe/Berlin' },
      { timezone: 'Europe/Berlin' },
      false,
    ])
    expect(table.statements.filter(({ ids }) => ids.includes('a')).map(({ kind }) => kind)).toEqual([
      'set',
      'remove',
      'remove',
      'set',
    ])
    expect(table.mostOfOneUser).toBe(1)
    expect(table.rows.get('a')?.timezone).toBe('Europe/Berlin')
  })

  test.for([
    ['the database refuses', '22021'],
    ['another transaction has locked', '55P03'],
  ])('a row that %s fails its own caller only', async ([, code = '']) => {
    const table = createTable({ refuses: (ids) => (ids.includes('bad') ? withCode(code) : undefined) })
    const writes = createWrites(table)
    const outcomes = Promise.all(['a', 'bad', 'b'].map((id) => settled(writes.set(newTimezone(id)))))
    table.open()
    expect(await outcomes).toMatchObject([{ userId: 'a' }, expect.any(Error), { userId: 'b' }])
    expect([...table.rows.keys()]).toEqual(['a', 'b'])
  })

  test('a locked row is answered with Unavailable', async () => {
    const table = createTable({ refuses: () => withCode('55P03') })
    const outcome = settled(createWrites(table).remove('a'))
    table.open()
    expect(await outcome).toBeInstanceOf(Unavailable)
  })

  test.for(['ECONNREFUSED', '57P01', 'unknown'])(
    'an outage (%s) fails the whole batch, which is not tried again row by row',
    async (code) => {
      const table = createTable({ refuses: () => withCode(code) })
      const writes = createWrites(table)
      const outcomes = Promise.all(['a', 'b'].map((id) => settled(writes.set(newTimezone(id)))))
      table.open()
      expect(await outcomes).toMatchObject([{ code }, { code }])
      expect(table.statements).toHaveLength(1)
    },
  )

  test('a batch that was given up is not tried again: it may still be carried out, before what others write', async () => {
    const table = createTable()
    const writes = createWrites({ ...table, abandonAfterMilliseconds: 20 })
    const outcomes = await Promise.all(['a', 'b'].map((id) => settled(writes.set(newTimezone(id)))))
    for (const outcome of outcomes) expect(outcome).toBeInstanceOf(Unavailable)
    expect(table.statements).toHaveLength(1)
  })

  test('a thousand concurrent sets are all accepted', async () => {
    const table = createTable()
    const writes = createWrites(table)
    const all = Promise.all(
      Array.from({ length: 1000 }, (_, index) => writes.set(newTimezone(String(index)))),
    )
    table.open()
    await all
    expect(table.rows.size).toBe(1000)
  })

  test('too many waiting writes are rejected, and places become free again', async () => {
    const table = createTable()
    const writes = createWrites({ ...table, maxBatches: 1, maxPending: 2 })
    const accepted = ['a', 'b'].map((id) => writes.set(newTimezone(id)))
    await expect(writes.set(newTimezone('c'))).rejects.toBeInstanceOf(Overloaded)
    await expect(writes.remove('c')).rejects.toBeInstanceOf(Overloaded)
    table.open()
    await Promise.all(accepted)
    await vi.waitUntil(() => writes.counts().pending === 0, { interval: 1, timeout: 10_000 })
    const late = writes.set(newTimezone('d'))
    table.open()
    expect((await late).userId).toBe('d')
  })

  test('when the store never responds, every write is refused in time, and those that had not started are never written', async () => {
    const table = createTable()
    const writes = createWrites({
      ...table,
      maxBatches: 1,
      deadlineMilliseconds: 20,
      abandonAfterMilliseconds: 40,
    })
    const refused = [settled(writes.set(newTimezone('begun')))]
    await table.started(1)
    refused.push(settled(writes.set(newTimezone('waiting'))), settled(writes.remove('begun')))
    const outcomes = await Promise.all(refused)
    for (const outcome of outcomes) expect(outcome).toBeInstanceOf(Error)
    table.open()
    await writes.set(newTimezone('later'))
    expect(table.statements.map(({ ids }) => ids)).toEqual([['begun'], ['later']])
  })

  test('a statement that is never answered loses its slot and its users', async () => {
    const table = createTable()
    let statements = 0
    const writes = createWrites({
      ...table,
      setMany: (batch) => (++statements === 1 ? new Promise(() => {}) : table.setMany(batch)),
      maxBatches: 1,
      abandonAfterMilliseconds: 20,
    })
    writes.set(newTimezone('a', 'Asia/Tokyo')).catch(() => {})
    await vi.waitUntil(() => statements === 1, { interval: 1, timeout: 10_000 })
    const next = writes.set(newTimezone('a', 'Europe/Berlin'))
    await table.started(1)
    table.open()
    expect((await next).timezone).toBe('Europe/Berlin')
  })
})
