import { redisMissing, startTestRedis, type TestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalDropChannel, type DropChannel } from '../src/broadcast/channel.ts'
import { openRedisDropChannel } from '../src/broadcast/redis-channel.ts'
import { createTimezoneCache, type TimezoneCache } from '../src/records/timezone-cache.ts'
import type { TimezoneRecord } from '../src/records/timezone-store.ts'
import { openRedisPool } from '../src/redis/redis-pool.ts'

const logger = pino({ level: 'silent' })
const noRedis = redisMissing()
let redis: TestRedis | undefined
beforeAll(async () => {
  if (noRedis === undefined) redis = await startTestRedis()
})
afterAll(() => redis?.[Symbol.asyncDispose]())

/** The caches of two instances on one channel. */
type Pair = { here: TimezoneCache; there: TimezoneCache; close(): Promise<void> }

async function openLocalPair(): Promise<Pair> {
  const channel = createLocalDropChannel()
  return {
    here: createTimezoneCache({ channel }),
    there: createTimezoneCache({ channel }),
    close: () => channel[Symbol.asyncDispose](),
  }
}

async function openRedisPair(): Promise<Pair> {
  const channels = await Promise.all([openChannel(), openChannel()])
  const [here, there] = channels.map((channel) => createTimezoneCache({ channel })) as [
    TimezoneCache,
    TimezoneCache,
  ]
  await Promise.all(channels.map(isLive))
  return {
    here,
    there,
    close: async () => {
      for (const channel of channels) await channel[Symbol.asyncDispose]()
    },
  }
}

describe.for([
  ['in process', openLocalPair, false],
  ['over Redis', openRedisPair, noRedis !== undefined],
] as const)('the record cache %s', ([, openPair, skipped]) => {
  test.skipIf(skipped)('loads a record once for many concurrent readers', async () => {
    const { here, close } = await openPair()
    const load = countingLoad(record('Europe/Berlin'))

    const answers = await Promise.all(Array.from({ length: 50 }, () => here.fetch('ann', load)))
    await here.fetch('ann', load)

    expect(load.count).toBe(1)
    expect(new Set(answers.map(({ record }) => record?.timezone))).toEqual(new Set(['Europe/Berlin']))
    await close()
  })

  test.skipIf(skipped)('caches that a user has no record', async () => {
    const { here, close } = await openPair()
    const load = countingLoad(undefined)
    expect(here.peek('nobody')).toBeUndefined()
    await here.fetch('nobody', load)
    expect((await here.fetch('nobody', load)).record).toBeUndefined()
    expect(load.count).toBe(1)
    expect(here.peek('nobody')).toMatchObject({ record: undefined })
    await close()
  })

  test.skipIf(skipped)('drops a key here at once', async () => {
    const { here, close } = await openPair()
    await here.fetch('ann', async () => record('Europe/Berlin'))
    here.drop('ann')
    expect(await here.fetch('ann', async () => record('Asia/Tokyo'))).toMatchObject({
      record: { timezone: 'Asia/Tokyo' },
    })
    await close()
  })

  test.skipIf(skipped)(
    'keeps an answer with its entry, for every reader, until the key is dropped',
    async () => {
      const { here, close } = await openPair()
      const entry = await here.fetch('ann', async () => record('Europe/Berlin'))
      entry.answer.etag = '"1"'
      expect(here.peek('ann')).toBe(entry)
      expect(await here.fetch('ann', fail)).toBe(entry)
      here.drop('ann')
      expect(here.peek('ann')).toBeUndefined()
      expect((await here.fetch('ann', async () => record('Europe/Berlin'))).answer).toEqual({})
      await close()
    },
  )

  test.skipIf(skipped)('drops a key on the other instance', async () => {
    const { here, there, close } = await openPair()
    await there.fetch('ann', async () => record('Europe/Berlin'))
    here.drop('ann')
    await waitUntil(
      async () =>
        (await there.fetch('ann', async () => record('Asia/Tokyo'))).record?.timezone === 'Asia/Tokyo',
      'the drop to arrive',
    )
    await close()
  })

  test.skipIf(skipped)('does not cache a load that began before a drop', async () => {
    const { here, close } = await openPair()
    const { promise: oldRecord, resolve } = Promise.withResolvers<TimezoneRecord>()
    const early = here.fetch('ann', () => oldRecord)
    here.drop('ann')
    const late = here.fetch('ann', async () => record('Asia/Tokyo'))
    resolve(record('Europe/Berlin'))

    expect(await late).toMatchObject({ record: { timezone: 'Asia/Tokyo' } })
    // The early reader started before the change completed, so either value is correct for it.
    expect(await early).toMatchObject({ record: { timezone: 'Europe/Berlin' } })
    expect(await here.fetch('ann', fail)).toMatchObject({ record: { timezone: 'Asia/Tokyo' } })
    await close()
  })

  test.skipIf(skipped)('rejects with the error of a failed load, and does not cache it', async () => {
    const { here, close } = await openPair()
    await expect(here.fetch('ann', fail)).rejects.toThrow('must not be loaded')
    expect(await here.fetch('ann', async () => record('UTC'))).toMatchObject({ record: { timezone: 'UTC' } })
    await close()
  })
})

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('the record cache, when Redis breaks', () => {
  test.for(['stops', 'freezes'] as const)(
    'steps aside when it %s, and starts empty when it is back',
    async (fault) => {
      await using own = await startTestRedis({ toBreak: true })
      await using channel = await openChannel(own.url)
      const cache = createTimezoneCache({ channel })
      await isLive(channel)
      await cache.fetch('ann', async () => record('Europe/Berlin'))
      expect(await cache.fetch('ann', fail)).toMatchObject({ record: { timezone: 'Europe/Berlin' } })

      if (fault === 'stops') await own.stop()
      else own.pause()
      // From then on every read is loaded: evictions of other instances might be lost.
      const load = countingLoad(record('Asia/Tokyo'))
      await waitUntil(
        async () => (await cache.fetch('ann', load)).record?.timezone === 'Asia/Tokyo',
        'the cache to step aside',
      )
      await cache.fetch('ann', load)
      expect(load.count).toBeGreaterThanOrEqual(2)

      const brokenSince = performance.now()
      if (fault === 'stops') await own.start()
      else own.resume()
      await isLive(channel)
      expect(performance.now() - brokenSince).toBeLessThan(2000)
      expect(await cache.fetch('ann', async () => record('America/New_York'))).toMatchObject({
        record: { timezone: 'America/New_York' },
      })
      expect(await cache.fetch('ann', fail)).toMatchObject({ record: { timezone: 'America/New_York' } })
    },
  )

  test('evicts what changed during the outage on the other instances', async () => {
    await using own = await startTestRedis({ toBreak: true })
    await using pool = await openPool(own.url)
    await using channel = await openChannel(own.url)
    const heard: string[] = []
    await using otherChannel = await openChannel(own.url)
    otherChannel.listen({ onDrop: (key) => heard.push(key), onLive: () => {} })
    const cache = createTimezoneCache({ channel })
    await Promise.all([isLive(channel), isLive(otherChannel)])

    own.pause()
    cache.drop('ann')
    cache.drop('bob')
    await waitUntil(
      () =>
        pool.ping().then(
          () => false,
          () => true,
        ),
      'the pool to give up on the frozen Redis',
    )
    own.resume()

    await waitUntil(() => heard.includes('ann') && heard.includes('bob'), 'both drops to arrive')
  })
})

test.skipIf(noRedis !== undefined)('an unknown message on the channel only empties the cache', async () => {
  await using pool = await openPool()
  await using channel = await openChannel()
  const cache = createTimezoneCache({ channel })
  await isLive(channel)
  await cache.fetch('ann', async () => record('Europe/Berlin'))

  await pool.run((connection) => connection.publish('timezone-registry:drop', 'no JSON'))

  const loaded = () => cache.fetch('ann', async () => record('Asia/Tokyo'))
  await waitUntil(async () => (await loaded()).record?.timezone === 'Asia/Tokyo', 'the cache to be emptied')
})

test.skipIf(noRedis !== undefined)(
  'an instance that starts empties the caches of the others: its predecessor may have been killed before it could',
  async () => {
    await using channel = await openChannel()
    const cache = createTimezoneCache({ channel })
    await isLive(channel)
    await cache.fetch('ann', async () => record('Europe/Berlin'))
    await using _starting = await openChannel()
    await waitUntil(() => cache.peek('ann') === undefined, 'the cache to be emptied')
  },
)

function openPool(url = redis?.url ?? '') {
  return openRedisPool({ url, poolSize: 2, keyPrefix: 'timezone-registry', logger })
}

function openChannel(url = redis?.url ?? '') {
  return openRedisDropChannel({ url, keyPrefix: 'timezone-registry', logger })
}

/** Resolves when the channel's subscription is live. */
async function isLive(channel: DropChannel): Promise<void> {
  let live = false
  channel.listen({
    onDrop: () => {},
    onLive: (isLiveNow) => {
      live = isLiveNow
    },
  })
  await waitUntil(() => live, 'the subscription')
}

function record(timezone: string): TimezoneRecord {
  return { userId: 'ann', username: 'ann', timezone, createdAt: null, updatedAt: null, visibility: 'public' }
}

function countingLoad(answer: TimezoneRecord | undefined) {
  const load = Object.assign(
    async () => {
      load.count += 1
      return answer
    },
    { count: 0 },
  )
  return load
}

async function fail(): Promise<never> {
  throw new Error('must not be loaded')
}
