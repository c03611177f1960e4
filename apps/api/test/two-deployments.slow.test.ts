import { expect } from 'vitest'
import { agree, me, test } from './login-setup.ts'
import { startTestApi } from './start-test-api.ts'

test('a login started at one deployment cannot finish at another', async ({ api, discord }) => {
  await using other = await startTestApi({ AUTH: 'required', ...discord.env })
  const { browser, callback } = await agree(api.baseUrl)
  const answer = await browser.fetch(callback.replace(api.baseUrl, other.baseUrl))
  expect([answer.status, browser.cookies.has('__Host-session')]).toEqual([403, false])
})

test('without Redis, a login started at one process finishes at another', async ({ api, discord }) => {
  await using other = await startTestApi({
    AUTH: 'required',
    DATABASE_URL: api.databaseUrl,
    PUBLIC_URL: api.baseUrl,
    ...discord.env,
  })
  const { browser, callback } = await agree(api.baseUrl)
  const answer = await browser.fetch(callback.replace(api.baseUrl, other.baseUrl))
  expect(answer.status).toBe(200)
  expect((await me(browser, api)).status).toBe(200)
})
