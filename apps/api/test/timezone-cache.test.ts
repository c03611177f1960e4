import { redisMissing, startTestRedis, type TestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalDropChannel } from '../src/broadcast/channel.ts'
import { createTimezoneCache, type TimezoneCache } from '../src/records/timezone-cache.ts'
import type { TimezoneRecord } from '../src/records/timezone-store.ts'
import { countingLoad, fail, isLive, openChannel, openPool, record } from './cache-setup.ts'

const noRedis = redisMissing()
let redis: TestRedis | undefined
const redisUrl = () => redis?.url ?? ''
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
  const channels = await Promise.all([openChannel(redisUrl()), openChannel(redisUrl())])
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

  test.skipIf(skipped)('drops a key here immediately', async () => {
    const { here, close } = await openPair()
    await here.fetch('ann', async () => record('Europe/Berlin'))
    here.drop('ann')
    expect(await here.fetch('ann', async () => record('Asia/Tokyo'))).toMatchObject({
      record: { timezone: 'Asia/Tokyo' },
    })
    await close()
  })

  test.skipIf(skipped)(
    'keeps an answer with its entry from the second read on, for every reader, until the key is dropped',
    async () => {
      const { here, close } = await openPair()
      const entry = await here.fetch('ann', async () => record('Europe/Berlin'))
      expect(entry.answer).toBeUndefined()
      const { answer } = here.peek('ann') ?? {}
      expect(answer).toEqual({})
      expect(here.peek('ann')).toBe(entry)
      expect(here.peek('ann')?.answer).toBe(answer)
      expect(await here.fetch('ann', fail)).toBe(entry)
      here.drop('ann')
      expect(here.peek('ann')).toBeUndefined()
      expect((await here.fetch('ann', async () => record('Europe/Berlin'))).answer).toBeUndefined()
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

test.skipIf(noRedis !== undefined)('an unknown message on the channel only empties the cache', async () => {
  await using pool = await openPool(redisUrl())
  await using channel = await openChannel(redisUrl())
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
    await using channel = await openChannel(redisUrl())
    const cache = createTimezoneCache({ channel })
    await isLive(channel)
    await cache.fetch('ann', async () => record('Europe/Berlin'))
    await using _starting = await openChannel(redisUrl())
    await waitUntil(() => cache.peek('ann') === undefined, 'the cache to be emptied')
  },
)
