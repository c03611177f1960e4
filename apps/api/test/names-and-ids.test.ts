import { cleanText, userIdSchema } from '@timezone-registry/contract'
import { expect } from 'vitest'
import { test } from './api-test.ts'
import { createDiscordCaller, DISCORD_ENV, randomPerson } from './discord-caller.ts'
import type { RequestOptions } from './raw-request.ts'

const withDiscord = test.extend<{ env: Record<string, string> }>({
  env: [{ ...DISCORD_ENV, AUTH: 'open' }, { scope: 'file' }],
})
// Where a blank character can be; a text column cannot hold NUL and surrogates, and NFC is the service's own rule.
const CODES = Array.from({ length: 0x11_0000 }, (_, code) => code).filter((code) => {
  const character = String.fromCodePoint(code)
  const isPlane = code < 0x2_0000 || (code >= 0xe_0000 && code <= 0xe_0fff) || code >= 0x10_ff00
  return (
    isPlane && code > 0 && character.isWellFormed() && `x${character}`.normalize('NFC') === `x${character}`
  )
})
const BLANK = '\u3164\u200b\u2800'

test('an id is the same with and without what surrounds it, wherever it is written or read', async ({
  api,
}) => {
  const pasted = encodeURIComponent('\u200b 71\ufeff\u00a0')
  const saved = await api.client.setTimezone({
    body: { user_id: '\u206071\u200b', username: 'nelly', timezone: 'UTC' },
  })
  expect(saved).toMatchObject({ status: 200, body: { user: { id: '71' } } })
  const read = async (path: string, how?: RequestOptions) => (await api.request(path, how)).body
  expect(JSON.parse(await read(`/get?id=${pasted}`)).user.id).toBe('71')
  for (const path of ['lookup', 'time'])
    expect(JSON.parse(await read(`/${path}?ids=71,${pasted}`)).users).toHaveProperty('71')
  for (const path of ['/u/$', '/badge/$.svg', '/embed/$', '/api/user/$'])
    expect(await read(path.replace('$', pasted))).toContain(path.startsWith('/api') ? '"71"' : 'nelly')
  expect(await read('/api/user/bulk', { method: 'POST', body: ['\u200b71'] })).toContain('"71"')
  expect(JSON.parse(await read(`/delete?user_id=${pasted}`, { method: 'DELETE' }))).toMatchObject({
    deleted: true,
  })
})

withDiscord('Discord shows the name that people can see, not a blank nickname', async ({ api }) => {
  const discord = createDiscordCaller(api.baseUrl)
  const person = randomPerson({ nick: BLANK, username: 'nelly' })
  await discord.command(person, 'timezone set', { zone: 'Europe/Berlin' })
  const { text } = await discord.command(person, 'time', {})
  expect(text).toContain('nelly')
})

test('the table accepts the names and ids that the contract accepts, character by character', async ({
  api,
}) => {
  const refused = async (constraint: string, text: string) => {
    const [{ rule } = {}] = await api.execute(
      `select pg_get_expr(conbin, conrelid) as rule from pg_constraint where conname = '${constraint}'`,
    )
    const rows = await api.execute(
      `select code from (select code, ${text} as username, ${text} as user_id from unnest('{${CODES}}'::int[]) code) given where not (${rule})`,
    )
    return rows.map(({ code }) => Number(code))
  }
  expect(await refused('timezones_username_text', 'chr(code)')).toEqual(
    CODES.filter((code) => cleanText(String.fromCodePoint(code)) === ''),
  )
  const ids = CODES.map((code) => [code, `x${String.fromCodePoint(code)}`] as const)
  expect(await refused('timezones_user_id_text', "'x' || chr(code)")).toEqual(
    ids.flatMap(([code, id]) => (userIdSchema.safeParse(id).data === id ? [] : [code])),
  )
})
