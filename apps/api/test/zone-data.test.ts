import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@timezone-registry/client'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  builtInRelease,
  createTestRelease,
  withOffset,
  withoutChangesAfter,
} from '../../../packages/zones/test/test-release.ts'
import { formatZoneData } from '../src/zones/zones.ts'
import { save } from './person-paths.ts'
import { rawFetch } from './raw-request.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

const HALF_A_YEAR = 183 * 86_400_000
const directory = mkdtempSync(join(tmpdir(), 'zone-data-'))
const file = join(directory, 'zones.json')
const changed = {
  'Asia/Tokyo': withOffset('Asia/Tokyo', 10),
  'Europe/Berlin': withoutChangesAfter('Europe/Berlin', Date.now()),
}
const lines: { level: string; msg: string }[] = []
let api: TestApi
beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const formatters = { level: (level: string) => ({ level }) }
  api = await startTestApi({ ZONE_DATA_FILE: file }, pino({ formatters }, stream))
})
afterAll(async () => {
  // The files of one worker share their modules, and with them the zones.
  api.context.zones.names.load(builtInRelease())
  await api[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

/** Writes the file, and resolves to what the service logs about it. */
async function offer(text: string): Promise<string[]> {
  const before = lines.length
  writeFileSync(file, text)
  // The second time, nothing has changed.
  for (let times = 0; times < 2; times++) await api.context.zones.look()
  return lines.slice(before).map(({ level, msg }) => `${level}: ${msg}`)
}

const health = async () => (await api.client.getHealth()).body

test('without the file, the service warns and uses its own release', async () => {
  const { version } = builtInRelease()
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      msg: `ZONE_DATA_FILE does not exist. Release ${version} stays in use. Make the file with "registry zone-data".`,
    }),
  )
  expect(await health()).toMatchObject({ tzdata: version, tzdata_source: 'built-in' })
})

test('a newer file is used by everything that depends on zones, at once', async () => {
  const availability = 'hours;mo,tu,we,th,fr,sa,su 09:00-17:00'
  const [kenji, nelly] = await Promise.all([
    save(api, { timezone: 'Japan', availability }),
    save(api, { timezone: 'Europe/Berlin', availability }),
  ])
  const at = new Date(Date.now() + HALF_A_YEAR).toISOString()
  const paths = [
    '/v1/health',
    '/v1/transitions',
    '/v1/zones?query=tokyo',
    `/v1/time?ids=${kenji}`,
    `/v1/time?ids=${nelly}&at=${at}`,
    `/v1/time?of=${nelly}&ids=${kenji}&at=${at.slice(0, 16)}`,
    `/api/user/${kenji}`,
    `/u/${kenji}`,
    `/u/${kenji}/card.png`,
    `/badge/${kenji}.svg`,
    `/embed/${kenji}`,
  ]
  const readAll = async () => {
    const answers = await Promise.all(paths.map((path) => rawFetch(`${api.baseUrl}${path}`)))
    return answers.map(({ status, body, headers }, index) => ({
      path: paths[index],
      status,
      body,
      etag: headers.get('etag'),
    }))
  }
  const before = await readAll()
  expect(await offer(formatZoneData(createTestRelease('2098a', changed)))).toEqual([
    'info: Using the time zones of ZONE_DATA_FILE, release 2098a',
  ])
  expect(await health()).toMatchObject({ tzdata: '2098a', tzdata_source: 'file' })
  for (const [index, { path, status, body, etag }] of (await readAll()).entries()) {
    expect(status, path).toBe(200)
    expect(body, path).not.toBe(before[index]?.body)
    if (etag !== null) expect(etag, path).not.toBe(before[index]?.etag)
  }
  const { body } = await api.client.getTimes({ query: { ids: kenji } })
  expect(body).toMatchObject({ users: { [kenji]: { utc_offset_seconds: 36_000, next_transition: null } } })
})

test('a file with a problem is refused once, with the reason, and the zones stay', async () => {
  const good = formatZoneData(createTestRelease('2098b', changed))
  await offer(good)
  const own = builtInRelease()
  const refused = (reason: string) =>
    `error: ZONE_DATA_FILE is refused: ${reason}. Release 2098b stays in use. Make the file with "registry zone-data".`
  expect(await offer(good.slice(0, -100))).toEqual([refused('it is incomplete')])
  expect(await offer(good.replace('LMT', 'LNT'))).toEqual([refused('its checksum is wrong')])
  expect(await offer(good.replace('"format":1', '"format":2'))).toEqual([
    refused('it is not of a format that this version of the service reads'),
  ])
  expect(await offer('x'.repeat(4_000_001))).toEqual([refused('it is not a file of at most 4000000 bytes')])
  const fewer = { ...own, version: '2098c', links: own.links.filter((link) => !link.endsWith('|Japan')) }
  expect(await offer(formatZoneData(fewer))).toEqual([
    refused('it lacks 1 of the names that are accepted now: Japan'),
  ])
  const wild = { 'Asia/Tokyo': withOffset('Asia/Tokyo', 27) }
  expect(await offer(formatZoneData(createTestRelease('2098c', wild)))).toEqual([
    refused('Asia/Tokyo has an offset that no clock has'),
  ])
  for (const version of [own.version, '2020a'])
    expect(await offer(formatZoneData({ ...own, version }))).toEqual([
      `info: ZONE_DATA_FILE is not used: ${version} is not newer than ${own.version}`,
    ])
  expect(await health()).toMatchObject({ tzdata: '2098b', tzdata_source: 'file' })
  // The file that is in use already.
  expect(await offer(good)).toEqual([])
})

test('a load is an event with a name and without an id, which mirrors and clients do not see', async () => {
  const client = createClient({ baseUrl: api.baseUrl })
  const seen: unknown[] = []
  const mirror = await client.mirror({ onChange: ({ user_id }) => seen.push(user_id) })
  const abort = new AbortController()
  const response = await fetch(`${api.baseUrl}/v1/events`, { signal: abort.signal })
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  })().catch(() => {})
  await offer(formatZoneData(createTestRelease('2099a')))
  await waitUntil(() => text.includes('zone-data'), 'the event')
  const id = await save(api, { timezone: 'UTC' })
  await waitUntil(() => mirror.users.has(id) && text.includes(id), 'the next change')
  expect(text).toContain('\n\nevent: zone-data\ndata: {"version":"2099a"}\n\nid: ')
  expect(seen).toEqual([id])
  expect(mirror.isLive).toBe(true)
  mirror.close()
  abort.abort()
  await reading
})
