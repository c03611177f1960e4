import type { TestDiscord } from '@timezone-registry/test-servers/login-providers'
import type { Scope } from '../src/access/identity.ts'
import { resetDiscord, signInForCookie } from './login-setup.ts'
import { createTestKey, type TestApi } from './start-test-api.ts'

/** A request of a route that reads records. */
export type Route = { path: string; method?: string; headers?: Record<string, string>; body?: object }

/** Reads that show every caller what a stranger sees. */
export const FOR_STRANGERS: ((id: string) => Route)[] = [
  (id) => ({ path: `/u/${id}` }),
  (id) => ({ path: `/u/${id}`, method: 'HEAD' }),
  (id) => ({ path: `/v1/u/${id}`, headers: { 'if-none-match': '*' } }),
  (id) => ({ path: `/u/${id}/card.png` }),
  (id) => ({ path: `/badge/${id}.svg` }),
  (id) => ({ path: `/embed/${id}` }),
]
/** Credentials by caller, and the user id of the person with the `own session`. */
export async function createCallers(api: TestApi, discord: TestDiscord) {
  const key = async (scope: Scope) => ({
    authorization: `Bearer ${(await createTestKey(api, { scopes: [scope] })).key}`,
  })
  const cookie = async () => ({ cookie: await signInForCookie(api) })
  resetDiscord(discord)
  const [another, ended] = [await cookie(), await cookie()]
  await api.request('/logout', { method: 'POST', headers: ended })
  resetDiscord(discord)
  const callers: Record<string, Record<string, string>> = {
    nobody: {},
    'another session': another,
    'an ended session': ended,
    'a read key': await key('records:read'),
    'a public key': await key('records:read:public'),
    'a write key': await key('records:write'),
    'own session': await cookie(),
    'an admin key': await key('admin'),
  }
  return { callers, ownId: discord.user.id }
}
