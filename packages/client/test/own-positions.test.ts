import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../src/index.ts'
import { createFakeRegistry } from './fake-registry.ts'

describe('a read sends the position', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('of its client’s last write, for a minute', async () => {
    const { write, sentByRead } = createWriter()
    expect(await sentByRead()).toBeNull()
    await write('1a-t8x9ab')
    await write('1b-t8x9ac')
    expect(await sentByRead()).toBe('1b-t8x9ac')
    vi.advanceTimersByTime(59_999)
    expect(await sentByRead()).toBe('1b-t8x9ac')
    vi.advanceTimersByTime(1)
    expect(await sentByRead()).toBeNull()
  })

  test('that is the latest, in whichever order concurrent writes are answered', async () => {
    for (const [earlier, later] of [
      ['100-t8x9ab', '105-t8x9ab'],
      ['zz-t8x9ac', '100-t8x9ab'],
      ['100-t8x9ab', '100-t8x9ac'],
    ] as const) {
      const { write, sentByRead } = createWriter()
      await Promise.all([write(later), write(earlier)])
      expect(await sentByRead()).toBe(later)
      await Promise.all([write(earlier), write(later)])
      expect(await sentByRead()).toBe(later)
    }
  })

  test('of a write of the last minute, even if an earlier response had a later one', async () => {
    const { write, sentByRead } = createWriter()
    await write('105-t8x9ab')
    vi.advanceTimersByTime(30_000)
    await write('103-t8x9bb')
    await write('102-t8x9bb')
    expect(await sentByRead()).toBe('105-t8x9ab')
    vi.advanceTimersByTime(30_000)
    expect(await sentByRead()).toBe('103-t8x9bb')
    vi.advanceTimersByTime(30_000)
    expect(await sentByRead()).toBeNull()
  })
})

/** A client whose writes are answered with the position that is their zone. */
function createWriter() {
  const { fetch, requests } = createFakeRegistry(async (request) => {
    if (request.method === 'GET') return Response.json([])
    const { timezone } = (await request.json()) as { timezone: string }
    return Response.json({}, { headers: { 'registry-position': timezone } })
  })
  const client = createClient({ baseUrl: 'https://timezones.example', fetch })
  return {
    write: (timezone: string) => client.set({ user_id: timezone, timezone }),
    sentByRead: async () => {
      await client.zoneNames()
      return requests.at(-1)?.headers.get('registry-position')
    },
  }
}
