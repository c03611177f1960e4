import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { expect } from 'vitest'
import { signIn, test } from './login-setup.ts'
import { startTestApi } from './start-test-api.ts'

const FRESH = { 'cache-control': 'max-age=0' }

test('with max-age=0, records are read from the database, as another instance wrote them; other routes and no-cache change nothing', async ({
  env,
  discord,
}) => {
  await using here = await startTestApi(env)
  await using there = await startTestApi({ ...env, DATABASE_URL: here.databaseUrl })
  const browser = await signIn(here)
  const { id } = discord.user
  const ask = (path: string, headers: Record<string, string>) =>
    browser.fetch(there.baseUrl + path, { headers }).then(({ body }) => body)
  const records = [`/get?id=${id}`, `/lookup?ids=${id}`, `/time?ids=${id}`, '/me']
  const set = async (timezone: string) => {
    const { status } = await browser.fetch(`${here.baseUrl}/set`, { method: 'POST', body: { timezone } })
    expect(status).toBe(200)
  }
  for (const zone of ['Asia/Tokyo', 'Europe/Berlin', 'America/Lima']) {
    for (const path of records) await ask(path, {})
    await set(zone)
    for (const path of records) expect(await ask(path, FRESH)).toContain(zone)
  }

  const loads = () => there.context.records.registry.counts().reads.jobs
  const isFromCache = async (path: string, headers: Record<string, string>) => {
    const before = loads()
    await ask(path, headers)
    return loads() === before
  }
  for (const path of records) {
    expect(await isFromCache(path, { 'cache-control': 'no-cache, max-age=0' })).toBe(false)
    await waitUntil(() => isFromCache(path, { 'cache-control': 'no-cache' }), `${path} from the cache`)
  }
  for (const path of [`/u/${id}`, `/u/${id}/card.png`, `/badge/${id}.svg`, `/embed/${id}`, '/list', '/stats'])
    await waitUntil(() => isFromCache(path, FRESH), `${path} from the cache`)
})
