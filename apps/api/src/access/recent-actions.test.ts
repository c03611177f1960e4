import { expect, test } from 'vitest'
import { createRecentActions } from './recent-actions.ts'

const action = (user_id: string) => ({
  caller: { kind: 'session', id: 'discord:1' } as const,
  action: 'set' as const,
  outcome: 'saved' as const,
  user_id,
})

test('actions are listed page by page, newest first, without the requested time zone', () => {
  const recent = createRecentActions()
  for (const id of ['a', 'b', 'c', 'd', 'e']) recent.add({ ...action(id), timezone: 'Europe/Berlin' })
  const page = (before?: number) => recent.list({ before, limit: 2 })
  const usersOf = (before?: number) => page(before).map(({ id, user_ids }) => [id, ...user_ids])
  expect(usersOf()).toEqual([
    [5, 'e'],
    [4, 'd'],
  ])
  expect([usersOf(4), usersOf(2), usersOf(1)]).toEqual([
    [
      [3, 'c'],
      [2, 'b'],
    ],
    [[1, 'a']],
    [],
  ])
  expect(JSON.stringify(page())).not.toContain('Berlin')
})

test('beyond its bytes, the oldest actions go, and the others keep their ids', () => {
  const recent = createRecentActions({ maxBytes: 10_000 })
  for (let count = 1; count <= 1000; count += 1) recent.add(action('x'.repeat(100)))
  const kept = recent.list({ limit: 1000 })
  expect(2 * kept.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0)).toBeLessThanOrEqual(10_000)
  expect(kept.length).toBeGreaterThan(15)
  expect(kept.map(({ id }) => id)).toEqual(kept.map((_, index) => 1000 - index))
  const [oldest] = kept.slice(-1)
  expect(recent.list({ before: oldest?.id, limit: 10 })).toEqual([])

  recent.add(action('x'.repeat(10_000)))
  recent.add(action('after'))
  expect(recent.list({ limit: 10 })).toMatchObject([{ id: 1002, user_ids: ['after'] }])
})
