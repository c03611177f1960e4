import { setTimeout as sleep } from 'node:timers/promises'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startTcpProxy } from '@timezone-registry/test-servers/tcp-proxy'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { diagnose, find } from './diagnose.ts'
import { followFromNowOn, promote, startTestStandby } from './servers/postgres-standby.ts'
import { execute, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

const { binaries = '', missing } = findPgDump()
const WRITERS = 8

describe.skipIf(missing !== undefined)(
  'PostgreSQL with a standby, behind a proxy that follows the primary',
  () => {
    test.for(['SIGKILL', 'SIGSTOP'] as const)(
      'after %s of the primary, the standby takes over, serves every writer and has every acknowledged write',
      async (signal) => {
        await using pair = await startPair()
        const { primary, standby, databaseUrl } = pair
        await using api = await startTestApi({ DATABASE_URL: databaseUrl })
        // From here on, a write is acknowledged once the standby has it.
        await execute(primary.url, "alter system set synchronous_standby_names = '*'")
        await execute(primary.url, 'select pg_reload_conf()')
        await using writers = startWriters(api)
        await waitUntil(() => writers.haveAllSaved(5), 'every writer to have saved')
        if (signal === 'SIGKILL') await primary.stop(signal)
        else primary.pause()
        await pair.follow(standby)
        // Every writer is served again, not only those whose connection broke, and none fails after that.
        writers.forget()
        // The first response may have been sent by the old one.
        await waitUntil(() => writers.haveAllSaved(2), 'every writer to save on the new primary')
        writers.forget()
        await waitUntil(() => writers.haveAllSaved(20), 'more writes')
        expect(writers.failures()).toBe(0)
        await writers.stop()

        expect([...writers.statuses].toSorted()).toEqual([200, 503])
        expect(writers.users()).toHaveLength(WRITERS)
        for (const user_id of writers.users()) {
          const { body } = await api.client.getTimezone({ query: { id: user_id } })
          expect(writers.possibleZones(user_id)).toContain((body as { timezone: string }).timezone)
        }
      },
    )

    test('a switchover and back leaves the service on whichever server is the primary', async () => {
      await using pair = await startPair()
      const { primary, standby, databaseUrl } = pair
      await using api = await startTestApi({ DATABASE_URL: databaseUrl })
      const { user_id, username } = randomUser()
      const set = (timezone: string) => api.client.setTimezone({ body: { user_id, username, timezone } })
      const isSet = async (timezone: string) => (await set(timezone)).status === 200
      expect(await isSet('Europe/Berlin')).toBe(true)

      await primary.stop('SIGINT')
      await pair.follow(standby)
      followFromNowOn(primary, standby)
      await primary.start()
      await waitUntil(() => isSet('Asia/Tokyo'), 'a write on the new primary')
      const findOn = (server: TestPostgres) =>
        execute(urlOn(server, databaseUrl), `select timezone from timezones where user_id = '${user_id}'`)
      expect(await findOn(standby)).toEqual([{ timezone: 'Asia/Tokyo' }])
      const followed = async () => (await findOn(primary))[0]?.timezone === 'Asia/Tokyo'
      await waitUntil(followed, 'the old primary to follow')

      await standby.stop('SIGINT')
      await pair.follow(primary)
      await waitUntil(() => isSet('America/Lima'), 'a write on the old primary')
      expect(await findOn(primary)).toEqual([{ timezone: 'America/Lima' }])
    })

    test('a standby alone is refused until it becomes the primary', async () => {
      await using pair = await startPair()
      const onlyStandby = urlOn(pair.standby, pair.databaseUrl)
      await expect(startTestApi({ DATABASE_URL: onlyStandby, DATABASE_WAIT_SECONDS: '0' })).rejects.toThrow(
        /is a standby, which refuses writes/,
      )
      expect(find((await diagnose({ DATABASE_URL: onlyStandby })).findings, 'database')).toMatchObject({
        status: 'problem',
        advice: expect.stringContaining('follows the primary'),
      })
      const attempts: string[] = []
      const logger = pino({ level: 'warn' }, { write: (line) => void attempts.push(line) })
      const starting = startTestApi({ DATABASE_URL: onlyStandby }, logger)
      await waitUntil(() => attempts.length > 0, 'the service to wait')
      await promote(pair.standby)
      await using api = await starting
      const { user_id, username } = randomUser()
      const set = await api.client.setTimezone({ body: { user_id, username, timezone: 'Europe/Berlin' } })
      expect(set.status).toBe(200)
    })
  },
)

type Pair = {
  primary: TestPostgres
  standby: TestPostgres
  /** Through the proxy. */
  databaseUrl: string
  /** Makes a server the primary, to which the proxy connects from then on, as HAProxy does. */
  follow(server: TestPostgres): Promise<void>
} & AsyncDisposable

async function startPair(): Promise<Pair> {
  await using opened = new AsyncDisposableStack()
  const primary = opened.use(await startTestPostgres({ binaries }))
  const url = await createTestDatabase(primary.url)
  const standby = opened.use(await startTestStandby(primary, { binaries }))
  const portOf = (server: TestPostgres) => Number(new URL(server.url).port)
  const proxy = opened.use(await startTcpProxy({ port: portOf(primary) }))
  const resources = opened.move()
  return {
    primary,
    standby,
    databaseUrl: url.replace(new URL(url).host, `127.0.0.1:${proxy.port}`),
    follow: async (server) => {
      await promote(server)
      proxy.retarget({ port: portOf(server) })
      proxy.cut()
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function urlOn(server: TestPostgres, databaseUrl: string): string {
  const url = new URL(server.url)
  url.pathname = databaseUrl.slice(databaseUrl.lastIndexOf('/'))
  return url.href
}

const ZONES = ['Europe/Berlin', 'Asia/Tokyo', 'America/Lima', 'Africa/Cairo', 'Asia/Kolkata']

/** Each writer sets one user's zone again and again, and notes what was answered. */
function startWriters(api: TestApi) {
  const statuses = new Set<number>()
  const sent = new Map<string, string[]>()
  const saved = new Map<string, number>()
  let failures = 0
  let isStopped = false
  const write = async () => {
    const { user_id, username } = randomUser()
    sent.set(user_id, [])
    for (let round = 0; !isStopped; round++) {
      const timezone = ZONES[round % ZONES.length] ?? ''
      sent.get(user_id)?.push(timezone)
      const { status } = await api.client.setTimezone({ body: { user_id, username, timezone } })
      statuses.add(status)
      if (status === 200) {
        saved.set(user_id, (saved.get(user_id) ?? 0) + 1)
        sent.set(user_id, [timezone])
      } else {
        failures += 1
        await sleep(20)
      }
    }
  }
  const ended = Promise.all(Array.from({ length: WRITERS }, write))
  const stop = async () => {
    isStopped = true
    await ended
  }
  return {
    statuses,
    users: () => [...sent.keys()],
    /** The last acknowledged value, and those sent after it, of which any may have been written. */
    possibleZones: (userId: string) => sent.get(userId),
    /** Whether each writer has saved this many times since the last `forget`. */
    haveAllSaved: (times: number) => [...sent.keys()].every((userId) => (saved.get(userId) ?? 0) >= times),
    failures: () => failures,
    forget: () => {
      saved.clear()
      failures = 0
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
