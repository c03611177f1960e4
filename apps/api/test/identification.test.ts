import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import type { ApiKeyRecord, ApiKeyStore } from '../src/access/api-keys/api-key-store.ts'
import { createApiKeys } from '../src/access/api-keys/api-keys.ts'
import { hashOf } from '../src/access/secrets.ts'
import type { SessionStore } from '../src/access/sessions/session-store.ts'
import { createSessions } from '../src/access/sessions/sessions.ts'
import { test } from './login-setup.ts'
import { randomKey } from './start-test-api.ts'
import { TEST_PERSON } from './test-person.ts'

const SESSION_ID = 'a'.repeat(43)
const API_KEY = randomKey()
const NO_COOKIES = { readSessions: () => [] }
const KEY: ApiKeyRecord = {
  id: 1,
  name: 'bot',
  scopes: ['records:read'],
  isActive: true,
  createdAt: new Date(0),
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  writesPerMinute: null,
  readsPerMinute: null,
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers().restoreAllMocks())

describe('sessions', () => {
  test('concurrent requests share one lookup', async () => {
    const { store, lookups } = heldSessionStore()
    const sessions = createSessions({ store, cookies: NO_COOKIES, idleSeconds: 60 })
    const found = Promise.all(Array.from({ length: 50 }, () => sessions.find(SESSION_ID)))
    await nextTurn()
    expect(lookups).toHaveLength(1)
    lookups[0]?.resolve({ person: TEST_PERSON, idleForSeconds: 0 })
    for (const session of await found) expect(session?.person).toEqual(TEST_PERSON)
  })

  test('a request after a logout does not share a lookup from before it', async () => {
    const { store, lookups } = heldSessionStore()
    const sessions = createSessions({ store, cookies: NO_COOKIES, idleSeconds: 60 })
    const before = sessions.find(SESSION_ID)
    await nextTurn()
    await sessions.end({ idHash: hashOf(SESSION_ID) })
    const after = sessions.find(SESSION_ID)
    await nextTurn()
    expect(lookups).toHaveLength(2)
    lookups[1]?.resolve(undefined)
    lookups[0]?.resolve({ person: TEST_PERSON, idleForSeconds: 0 })
    expect((await before)?.person).toEqual(TEST_PERSON)
    expect(await after).toBeUndefined()
    expect(sessions.peek(SESSION_ID)).toBeUndefined()
  })

  test('a lookup that never settles times out', async () => {
    const { store } = heldSessionStore()
    const sessions = createSessions({ store, cookies: NO_COOKIES, idleSeconds: 60 })
    await expectTimeout(sessions.find(SESSION_ID))
  })
})

describe('API keys', () => {
  test('concurrent requests share one lookup, and one that never settles times out', async () => {
    const { store, lookups } = heldKeyStore()
    const keys = createApiKeys(store)
    const unknown = Promise.all(Array.from({ length: 50 }, () => keys.find(API_KEY)))
    await nextTurn()
    expect(lookups).toHaveLength(1)
    lookups[0]?.resolve(undefined)
    expect(new Set(await unknown)).toEqual(new Set([undefined]))
    await expectTimeout(keys.find(randomKey()))
  })

  test('a key is trusted for two seconds from the start of its lookup, not from its end', async () => {
    let now = 1000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const { store, lookups } = heldKeyStore()
    const keys = createApiKeys(store)
    const found = keys.find(API_KEY)
    await nextTurn()
    now += 1500
    lookups[0]?.resolve(KEY)
    expect(await found).toMatchObject({ id: 1 })
    now += 490
    expect(keys.peek(API_KEY)).toMatchObject({ id: 1 })
    now += 20
    expect(keys.peek(API_KEY)).toBeUndefined()
  })
})

async function expectTimeout(lookup: Promise<unknown>): Promise<void> {
  const timedOut = expect(lookup).rejects.toMatchObject({ name: 'Unavailable' })
  await vi.advanceTimersByTimeAsync(2500)
  await timedOut
}

/** A store of keys whose lookups settle under the test's control. */
function heldKeyStore() {
  const lookups: PromiseWithResolvers<Awaited<ReturnType<ApiKeyStore['findActive']>>>[] = []
  const store: ApiKeyStore = {
    findActive: () => {
      const lookup = Promise.withResolvers<Awaited<ReturnType<ApiKeyStore['findActive']>>>()
      lookups.push(lookup)
      return lookup.promise
    },
    list: async () => [],
    listActive: async () => [],
    create: async () => ({ id: 1, key: API_KEY }),
    revoke: async () => true,
    markUsed: async () => {},
  }
  return { store, lookups }
}

/** A store whose lookups settle under the test's control. */
function heldSessionStore() {
  const lookups: PromiseWithResolvers<Awaited<ReturnType<SessionStore['find']>>>[] = []
  const store: SessionStore = {
    find: () => {
      const lookup = Promise.withResolvers<Awaited<ReturnType<SessionStore['find']>>>()
      lookups.push(lookup)
      return lookup.promise
    },
    add: async () => {},
    updateProfileOf: async () => [],
    markUsed: async () => {},
    remove: async () => [hashOf(SESSION_ID)],
    listOf: async () => [],
    removeSurplusOf: async () => [],
    removeExpired: async () => false,
  }
  return { store, lookups }
}
