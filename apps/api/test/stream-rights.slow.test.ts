import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { test as base, signInForCookie } from './login-setup.ts'
import { createTestKey, type TestApi } from './start-test-api.ts'

const STREAMS = 100

const test = base.extend<{ env: Record<string, string> }>({
  env: [
    async ({ discord }, use) =>
      use({ AUTH: 'required', READS: 'required', RATE_LIMIT_FAILURES_PER_MINUTE: '20', ...discord.env }),
    { scope: 'file' },
  ],
})

/** Opens the streams; the result is the number of open ones. */
async function open({ baseUrl }: TestApi, headers: Record<string, string>): Promise<() => number> {
  const responses = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const [response]: IncomingMessage[] = await once(
        get(`${baseUrl}/events`, { headers, agent: false }),
        'response',
      )
      expect(response?.statusCode).toBe(200)
      return response?.resume().on('error', () => {})
    }),
  )
  return () => responses.filter((response) => response?.closed === false).length
}

test('a hundred streams of a session and a hundred of a key close when it ends, whatever others guess', async ({
  api,
}) => {
  const cookie = await signInForCookie(api)
  const { key, revoke } = await createTestKey(api, { scopes: ['records:read:public'] })
  const ofSession = await open(api, { cookie })
  const ofKey = await open(api, { authorization: `Bearer ${key}` })
  // Guesses of others in the network, which use up its limit.
  const guess = { authorization: `Bearer tzr_${'0'.repeat(72)}` }
  for (let attempt = 0; attempt < 30; attempt++) await fetch(`${api.baseUrl}/list`, { headers: guess })
  expect([ofSession(), ofKey()]).toEqual([STREAMS, STREAMS])

  await revoke()
  // As the operator's command does, which does not tell this instance.
  await api.execute('delete from sessions')
  await expect.poll(() => [ofKey(), ofSession()]).toEqual([0, 0])
})
