import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { randomUser, type TestApi } from './start-test-api.ts'

const ZONES = ['Europe/Berlin', 'Asia/Tokyo', 'America/Lima']

/** Whether `/health` says that Redis answers. */
export async function healthOf(api: TestApi): Promise<boolean> {
  const { redis } = (await (await fetch(`${api.baseUrl}/health`)).json()) as { redis: boolean }
  return redis
}

/** Repeatedly sets a record on one instance, and reads it on the other until it has the new value. */
export function startTraffic(here: TestApi, there: TestApi) {
  const statuses = new Set<number>()
  let done = 0
  const { user_id, username } = randomUser()
  let isStopped = false
  const once = async (round: number) => {
    const timezone = ZONES[round % ZONES.length]
    const set = await fetch(`${here.baseUrl}/set`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id, username, timezone }),
    })
    statuses.add(set.status)
    const isVisible = async () => {
      const got = await fetch(`${there.baseUrl}/get?id=${user_id}`)
      statuses.add(got.status)
      return ((await got.json()) as { timezone?: string }).timezone === timezone
    }
    await waitUntil(isVisible, 'the new value on the other instance')
    done += 1
  }
  const ended = (async () => {
    for (let round = 0; !isStopped; round++) await once(round)
  })()
  return {
    statuses,
    /** Resolves after this many more rounds. */
    rounds: (count: number) => {
      const target = done + count
      return waitUntil(() => done >= target, `${count} more rounds`)
    },
    [Symbol.asyncDispose]: async () => {
      isStopped = true
      await ended
    },
  }
}
