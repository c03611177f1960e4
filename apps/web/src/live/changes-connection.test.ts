import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryKeys } from '../query-keys.ts'
import { createChangesConnection } from './changes-connection.ts'
import { createChangeBatcher } from './use-live-changes.ts'

type FakeSource = { url: string; isClosed: boolean } & Pick<EventSource, 'onopen' | 'onmessage' | 'onerror'>

const CHANGE = { type: 'delete', user_id: '1', at: '2026-11-21T12:00:00.000Z' } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function connect() {
  const sources: FakeSource[] = []
  const changes: unknown[] = []
  const onGap = vi.fn()
  const connection = createChangesConnection({
    onChange: (change) => changes.push(change),
    onNews: (news) => ({ gap: onGap, lost: () => {} })[news](),
    createSource: (url) => {
      const source: FakeSource = { url, isClosed: false, onopen: null, onmessage: null, onerror: null }
      sources.push(source)
      return Object.assign(source as unknown as EventSource, {
        close: () => {
          source.isClosed = true
        },
      })
    },
  })
  const send = (data: unknown, lastEventId: string) =>
    sources
      .at(-1)
      ?.onmessage?.call({} as EventSource, { data: JSON.stringify(data), lastEventId } as MessageEvent)
  const fail = () => sources.at(-1)?.onerror?.call({} as EventSource, {} as Event)
  const accept = () => sources.at(-1)?.onopen?.call({} as EventSource, {} as Event)
  return { connection, sources, changes, onGap, send, accept, fail }
}

describe('a connection to the changes', () => {
  test('resumes after the last change once it reconnects', () => {
    const { connection, sources, changes, send, fail } = connect()
    connection.open()
    send(CHANGE, 'a3-7')
    expect(changes).toEqual([CHANGE])
    fail()
    expect(sources).toHaveLength(1)
    vi.advanceTimersByTime(1000)
    expect(sources.map(({ url }) => url)).toEqual(['/v1/events', '/v1/events?since=a3-7'])
    expect(sources[0]?.isClosed).toBe(true)
  })

  test('waits longer after each failure, at most 30 seconds, and then drops its cursor', () => {
    const { connection, sources, send, fail } = connect()
    connection.open()
    send(CHANGE, 'a3-7')
    for (const wait of [1000, 2000, 4000, 8000, 16_000]) {
      fail()
      const count = sources.length
      vi.advanceTimersByTime(wait / 2 - 1)
      expect(sources).toHaveLength(count)
      vi.advanceTimersByTime(wait / 2 + 1)
      expect(sources.at(-1)?.url).toBe('/v1/events?since=a3-7')
    }
    fail()
    vi.advanceTimersByTime(30_000)
    expect(sources.at(-1)?.url).toBe('/v1/events')
  })

  test('waits longer while connections are accepted and end at once, and keeps its cursor', () => {
    const { connection, sources, send, accept, fail } = connect()
    connection.open()
    send(CHANGE, 'a3-7')
    for (let second = 0; second < 300; second++) {
      if (!sources.at(-1)?.isClosed) {
        accept()
        fail()
      }
      vi.advanceTimersByTime(1000)
    }
    expect(sources.length).toBeGreaterThan(10)
    expect(sources.length).toBeLessThan(30)
    expect(sources.at(-1)?.url).toBe('/v1/events?since=a3-7')
  })

  test('is tried again at once after it worked for ten seconds', () => {
    const { connection, sources, accept, fail } = connect()
    connection.open()
    for (const wait of [1000, 2000, 4000]) {
      fail()
      vi.advanceTimersByTime(wait)
    }
    accept()
    vi.advanceTimersByTime(10_000)
    fail()
    vi.advanceTimersByTime(1000)
    expect(sources).toHaveLength(5)
  })

  test('reports a gap when it opens again without a cursor, and none when it resumes', () => {
    const { connection, onGap, send, accept } = connect()
    const reopen = () => {
      connection.close()
      connection.open()
      accept()
    }
    connection.open()
    accept()
    expect(onGap).toHaveBeenCalledTimes(0)
    reopen()
    expect(onGap).toHaveBeenCalledTimes(1)
    send(CHANGE, 'a3-7')
    reopen()
    expect(onGap).toHaveBeenCalledTimes(1)
  })

  test('reports a gap when it first opens late or after a failure, because the page has loaded its data before', () => {
    const failed = connect()
    failed.connection.open()
    failed.fail()
    failed.connection.open()
    failed.accept()
    expect(failed.onGap).toHaveBeenCalledTimes(1)

    const late = connect()
    late.connection.open()
    vi.advanceTimersByTime(1001)
    late.accept()
    expect(late.onGap).toHaveBeenCalledTimes(1)
  })

  test('stays closed once closed', () => {
    const { connection, sources, fail } = connect()
    connection.open()
    fail()
    connection.close()
    vi.advanceTimersByTime(60_000)
    expect(sources).toHaveLength(1)
  })
})

test('a burst of changes invalidates the queries about those users once', () => {
  const { batcher, calls, announced } = createBatcher([queryKeys.record('1')])
  batcher.add('1', LATER)
  batcher.add('2', LATER)
  vi.advanceTimersByTime(299)
  expect(calls).toHaveLength(0)
  vi.advanceTimersByTime(1)
  expect(calls).toHaveLength(1)
  const { me, record, person, search, stats, zoneNames, transitions } = queryKeys
  const stale = (call: number, keys: string[][]) =>
    keys.filter((queryKey) => calls[call]?.predicate?.({ queryKey, state: { data: ME } } as never))
  expect(stale(0, [record('1'), person('2'), me, record('3'), zoneNames])).toEqual([
    record('1'),
    person('2'),
    me,
  ])
  expect(announced).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(3500)
  expect(calls[1]).toEqual({ queryKey: stats })

  batcher.addAll()
  vi.advanceTimersByTime(300)
  const about = [me, person('7'), record('7'), search('a'), stats]
  expect(stale(2, [...about, zoneNames, transitions])).toEqual(about)
})

test('changes of people who are not shown announce nothing', () => {
  const { batcher, announced } = createBatcher([queryKeys.record('1'), queryKeys.me])
  batcher.add('3', LATER)
  vi.advanceTimersByTime(300)
  expect(announced).not.toHaveBeenCalled()
  // The reader's own.
  batcher.add('2', LATER)
  vi.advanceTimersByTime(300)
  expect(announced).toHaveBeenCalledOnce()
})

test('a hidden page gathers changes and asks once it is shown, for everyone if they were many', () => {
  const { batcher, calls } = createBatcher([])
  const isStale = (id: string) => calls.at(-1)?.predicate?.({ queryKey: queryKeys.record(id) } as never)
  batcher.pause(true)
  batcher.add('1', LATER)
  vi.advanceTimersByTime(60_000)
  expect(calls).toEqual([])
  batcher.pause(false)
  vi.advanceTimersByTime(300)
  expect([isStale('1'), isStale('2')]).toEqual([true, false])

  vi.advanceTimersByTime(3500)
  batcher.pause(true)
  for (let id = 0; id < 1001; id++) batcher.add(`${id}`, LATER)
  batcher.pause(false)
  vi.advanceTimersByTime(300)
  expect(isStale('somebody else')).toBe(true)
})

test('what this page has saved itself is not asked for again', () => {
  const { batcher, calls } = createBatcher([queryKeys.record('1')])
  batcher.add('1', SAVED_AT)
  vi.advanceTimersByTime(300)
  expect(calls[0]?.predicate?.({ queryKey: queryKeys.record('1') } as never)).toBe(false)
})

const [SAVED_AT, LATER] = ['2026-11-27T06:00:00.000Z', '2026-11-27T06:00:01.000Z']
const ME = { body: { user: { id: '2' } } }

/** A batcher of a page that shows these queries. */
function createBatcher(shown: string[][]) {
  const calls: InvalidateQueryFilters[] = []
  const announced = vi.fn()
  const findAll = ({ predicate }: { predicate?: InvalidateQueryFilters['predicate'] }) =>
    shown.filter((queryKey) => predicate?.({ queryKey, state: { data: ME } } as never))
  const client = {
    invalidateQueries: (filters: InvalidateQueryFilters) => {
      calls.push(filters)
      return Promise.resolve()
    },
    getQueryCache: () => ({ findAll }),
    getQueryData: () => ({ body: { updated_at: SAVED_AT } }),
  }
  return { batcher: createChangeBatcher(client as never, announced), calls, announced }
}
