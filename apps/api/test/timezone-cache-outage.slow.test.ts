import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { describe, expect, test } from 'vitest'
import { createTimezoneCache } from '../src/records/timezone-cache.ts'
import { countingLoad, fail, isLive, openChannel, openPool, record } from './cache-setup.ts'

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

      if (fault === 'stops') await own.start()
      else own.resume()
      await isLive(channel)
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
    const dropped: string[] = []
    await using otherChannel = await openChannel(own.url)
    otherChannel.listen({ onDrop: (key) => dropped.push(key), onLive: () => {} })
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

    await waitUntil(() => dropped.includes('ann') && dropped.includes('bob'), 'both drops to arrive')
  })
})
