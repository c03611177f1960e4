import { expect } from 'vitest'
import { signIn, test } from './login-setup.ts'
import { startTestApi } from './start-test-api.ts'

test('a read with the Registry-Position of a write sees it on another instance, whichever route shows the record', async ({
  env,
  discord,
}) => {
  await using here = await startTestApi(env)
  await using there = await startTestApi({ ...env, DATABASE_URL: here.databaseUrl })
  const browser = await signIn(here)
  const { id } = discord.user
  const read = async (headers: Record<string, string>) => {
    const own = await browser.fetch(`${there.baseUrl}/me`, { headers })
    const paths = [`/get?id=${id}`, `/u/${id}`, `/u/${id}/card.png`, `/badge/${id}.svg`, `/embed/${id}`]
    const others = await Promise.all(paths.map((path) => fetch(there.baseUrl + path, { headers })))
    return [JSON.parse(own.body).timezone, ...others.map(({ status }) => status)]
  }
  const missing = [null, 404, 404, 404, 404, 404]
  expect(await read({})).toEqual(missing)

  const written = await browser.fetch(`${here.baseUrl}/set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: here.baseUrl },
    body: JSON.stringify({ user_id: id, username: 'nelly', timezone: 'Asia/Tokyo' }),
  })
  const position = written.headers.get('registry-position') ?? ''
  expect(await read({ 'registry-position': position })).toEqual(['Asia/Tokyo', 200, 200, 200, 200, 200])
})
