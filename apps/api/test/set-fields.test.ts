import type { contract } from '@timezone-registry/contract'
import { expect } from 'vitest'
import type { z } from 'zod'
import { resetDiscord, signIn, test } from './login-setup.ts'
import { createTestKey, randomUser } from './start-test-api.ts'

type Fields = Omit<z.input<typeof contract.setTimezone.body>, 'user_id' | 'username' | 'timezone'>
// One for each field that may be set with the zone, other than what a record has without it.
const FIELDS: { [Name in keyof Required<Fields>]: NonNullable<Fields[Name]> } = { visibility: 'unlisted' }

test('what is set with a zone is stored, whoever sets it and in each way', async ({ api, discord }) => {
  resetDiscord(discord)
  const { key } = await createTestKey(api)
  const browser = await signIn(api)
  const stored = async (id: string) => {
    const [row] = await api.execute(`select * from timezones where user_id = '${id}'`)
    await api.execute(`delete from timezones where user_id = '${id}'`)
    return row
  }
  const post = (path: string, body: object, headers: Record<string, string>) =>
    browser.fetch(api.baseUrl + path, { method: 'POST', headers, body })
  const byKey = { authorization: `Bearer ${key}` }
  const isNew = { 'if-none-match': '*' }
  const { user_id } = randomUser()
  const body = { user_id, username: 'nelly', timezone: 'Asia/Tokyo', ...FIELDS }
  for (const headers of [byKey, { ...byKey, ...isNew }]) {
    expect((await post('/set', body, headers)).status).toBe(200)
    expect(await stored(user_id), JSON.stringify(headers)).toMatchObject(FIELDS)
  }
  expect((await post('/bulk', { records: [body] }, byKey)).body).toContain('saved')
  expect(await stored(user_id)).toMatchObject(FIELDS)
  for (const headers of [{}, isNew]) {
    expect((await post('/set', { timezone: 'Asia/Tokyo', ...FIELDS }, headers)).status).toBe(200)
    expect(await stored(discord.user.id)).toMatchObject(FIELDS)
  }
})
