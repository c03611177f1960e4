import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { PlacedRecord, TimezoneRecord } from './record.ts'
import { createToBody } from './record-body.ts'
import { createRecordCache } from './record-cache.ts'

const MAX_BYTES = 20_000_000
// With one day each, an entry is longest in the response.
const LONG_WEEK = `hours${';mo 09:00-17:00'.repeat(14)}`
const { toBody } = createToBody({ zoneNames: { canonicalOf: (name: string) => name } as never })

setFlagsFromString('--expose-gc')
// A cache that is collected while the next one is measured would make that one look smaller.
const caches: unknown[] = []
const collectGarbage: () => void = runInNewContext('gc')

test.for<[string, (n: number) => string, number, string?]>([
  ['short names', (n: number) => `user ${n}`, 0.75],
  ['long names', (n: number) => `${n}`.padEnd(255, 'a'), 0.3],
  ['short names that are not Latin and long availabilities', (n: number) => `時${n}`, 0.5, LONG_WEEK],
  ['long names that are not Latin', (n: number) => `${n}`.padEnd(255, '時'), 0.5],
  ['long names whose characters are escaped', (n: number) => `時${n}`.padEnd(255, '"'), 0.75],
])(
  'a cache full of records with %s takes the memory that it may',
  async ([, nameOf, least, availability]) => {
    const cache = createRecordCache({
      tail: { listen: () => {}, age: () => 0, wake: () => {} },
      maxBytes: MAX_BYTES,
    })
    caches.push(cache)
    const before = heapBytes()
    for (let n = 0; n === cache.counts().entries; n++) {
      const userId = fromBytes(nameOf(n))
      await cache.find(userId, async () => createRecord(userId, availability))
      keepAnswer(cache.peek(userId))
    }
    const used = heapBytes() - before
    expect(used).toBeLessThan(MAX_BYTES)
    expect(used).toBeGreaterThan(MAX_BYTES * least)
  },
)

function createRecord(name: string, availability?: string): PlacedRecord {
  return {
    userId: fromBytes(name),
    username: fromBytes(name),
    timezone: fromBytes('Europe/Berlin'),
    createdAt: fromBytes('2026-11-24T10:11:12.123Z'),
    updatedAt: fromBytes('2026-11-25T10:11:12.123Z'),
    visibility: fromBytes('public') as TimezoneRecord['visibility'],
    availability: availability === undefined ? null : fromBytes(availability),
    ord: 1_234_567_890,
    position: 1_234_567,
  }
}

/** As `sendJson` does. */
function keepAnswer(entry: ReturnType<ReturnType<typeof createRecordCache>['peek']>): void {
  const text = JSON.stringify(toBody(entry?.record as TimezoneRecord))
  Object.assign(entry?.answer ?? {}, {
    text,
    etag: fromBytes('"012345678901234567890123"'),
    length: String(Buffer.byteLength(text)),
  })
}

/** A string of its own, as the driver creates it from what it has received. */
function fromBytes(text: string): string {
  return Buffer.from(text).toString()
}

function heapBytes(): number {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed
}
