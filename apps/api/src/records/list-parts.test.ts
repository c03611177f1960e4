import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandPiece } from './gzip-member.ts'
import { createListParts, LIST_START, type ListParts } from './list-parts.ts'

function textOf(parts: ListParts): string {
  return Buffer.concat([LIST_START, ...parts.read()].map(expandPiece)).toString()
}

const shown = (username: string) => ({ username, timezone: 'UTC' })

test('parts that were changed in any way are the JSON of the records that are left', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map((value) => value.toWellFormed())
  // Few, so that users are changed and removed again.
  const userId = fc.oneof(
    fc.nat(2000).map(String),
    fc.constantFrom('', '"', '\\', '":{"', ',\n', '__proto__'),
    text,
  )
  const record = fc.option(fc.record({ username: text, timezone: text }), { nil: undefined })
  const changes = fc.array(fc.tuple(userId, record), { maxLength: 20 }).map((pairs) => new Map(pairs))
  // So many that parts are split.
  const many = fc
    .tuple(fc.nat(1000), fc.integer({ min: 500, max: 1500 }), record)
    .map(
      ([from, count, record]) => new Map(Array.from({ length: count }, (_, n) => [String(from + n), record])),
    )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(changes, many), { maxLength: 8 }), async (batches) => {
      const parts = createListParts()
      const expected = new Map<string, object>()
      for (const batch of batches) {
        await parts.change(batch)
        for (const [userId, record] of batch)
          if (record === undefined) expected.delete(userId)
          else expected.set(userId, record)
        const members = [...expected].map(
          ([userId, record]) => `${JSON.stringify(userId)}:${JSON.stringify(record)}`,
        )
        const found = textOf(parts)
        expect(found === '{}' ? [] : found.slice(1, -1).split(',\n').sort()).toEqual(members.sort())
        JSON.parse(found)
      }
    }),
    { numRuns: 50 },
  )
}, 60_000)

test('a reader that changes overtake gets each user once, and every one who stays', async () => {
  const parts = createListParts()
  const ids = Array.from({ length: 5000 }, (_, n) => `user ${n}`)
  await parts.change(new Map(ids.map((id) => [id, shown('before')])))
  let text = '{'
  let pieces = 0
  for (const piece of parts.read()) {
    text += expandPiece(piece).toString()
    pieces += 1
    // Splits the parts, empties some, and fills them again.
    const others = Array.from({ length: 1000 }, (_, n) => `user ${n * 5} ${pieces}`)
    if (pieces % 4 === 0) await parts.change(new Map(others.map((id) => [id, shown('new')])))
    if (pieces % 4 === 1) await parts.change(new Map(ids.slice(0, 2000).map((id) => [id, undefined])))
    if (pieces % 4 === 2) await parts.change(new Map(ids.slice(0, 2000).map((id) => [id, shown('again')])))
  }
  expect(pieces).toBeGreaterThan(10)
  const found = JSON.parse(text)
  expect(Object.keys(found)).toHaveLength(text.split(',\n').length)
  for (const id of ids.slice(2000)) expect(found[id]).toEqual(shown('before'))
})

test('a change replaces only the parts of its users, which have a few hundred records', async () => {
  const parts = createListParts()
  await parts.change(new Map(Array.from({ length: 10_000 }, (_, n) => [`user ${n}`, shown('x')])))
  const before = new Set(parts.read())
  await parts.change(new Map([['user 77', shown('y')]]))
  const replaced = [...parts.read()].filter((piece) => !before.has(piece))
  expect(replaced).toHaveLength(1)
  expect(
    expandPiece(replaced[0] as never)
      .toString()
      .split('\n').length,
  ).toBeLessThan(800)
})

test('parts of which almost all records are gone are sparse', async () => {
  const parts = createListParts()
  const ids = Array.from({ length: 10_000 }, (_, n) => `user ${n}`)
  await parts.change(new Map(ids.map((id) => [id, shown('x')])))
  expect(parts.isSparse).toBe(false)
  await parts.change(new Map(ids.slice(100).map((id) => [id, undefined])))
  expect(parts.isSparse).toBe(true)
})

test('a reader of parts that were cut fails', async () => {
  const parts = createListParts()
  await parts.change(new Map(Array.from({ length: 1000 }, (_, n) => [`user ${n}`, shown('x')])))
  const reader = parts.read()[Symbol.iterator]()
  reader.next()
  reader.next()
  parts.cut()
  expect(() => [...{ [Symbol.iterator]: () => reader }]).toThrow('built again')
  expect(() => [...parts.read()]).toThrow('built again')
})
