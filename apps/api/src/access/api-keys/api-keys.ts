import { LRUCache } from 'lru-cache'
import type { ApiKey } from '../identity.ts'
import { hashOf } from '../secrets.ts'
import { isWellFormedApiKey } from './api-key.ts'
import type { ApiKeyStore } from './api-key-store.ts'

/** The keys of programs. */
export type ApiKeys = {
  /** Undefined for a key that is mistyped, unknown, expired or revoked. Rejects while the database cannot tell. */
  find(key: string): Promise<ApiKey | undefined>
}

// A revoked key must be refused on every instance within a second, however long the answer to the last question took.
const TRUSTED_FOR_MILLISECONDS = 500
const MARK_USED_EVERY_MILLISECONDS = 60_000
const MAX_KEYS = 10_000

type Answer = { key: ApiKey; askedAt: number }

/** Asks the database for a key in use twice a second at most, and writes that it is used once a minute. */
export function createApiKeys({ store }: { store: ApiKeyStore }): ApiKeys {
  const answers = new LRUCache<string, Answer>({ max: MAX_KEYS })
  const questions = new Map<string, Promise<Answer | undefined>>()
  const markedAt = new LRUCache<number, number>({ max: MAX_KEYS })

  async function ask(keyHash: string): Promise<Answer | undefined> {
    const askedAt = performance.now()
    const record = await store.findActive(keyHash)
    if (record === undefined) {
      answers.delete(keyHash)
      return undefined
    }
    const { id, name, scopes } = record
    const answer = { key: { id, name, scopes }, askedAt }
    answers.set(keyHash, answer)
    return answer
  }

  /** Requests that come together share one question. */
  function askOnce(keyHash: string): Promise<Answer | undefined> {
    const asked = questions.get(keyHash)
    if (asked !== undefined) return asked
    const question = ask(keyHash).finally(() => questions.delete(keyHash))
    questions.set(keyHash, question)
    return question
  }

  function noteUse(id: number): void {
    const now = performance.now()
    if (now - (markedAt.get(id) ?? Number.NEGATIVE_INFINITY) < MARK_USED_EVERY_MILLISECONDS) return
    markedAt.set(id, now)
    // Lost where the database is away: it is told to about a minute, and the next one is not far.
    store.markUsed(id).catch(() => markedAt.delete(id))
  }

  return {
    find: async (key) => {
      if (!isWellFormedApiKey(key)) return undefined
      const keyHash = hashOf(key)
      const known = answers.get(keyHash)
      const isFresh = known !== undefined && performance.now() - known.askedAt < TRUSTED_FOR_MILLISECONDS
      const answer = isFresh ? known : await askOnce(keyHash)
      if (answer === undefined) return undefined
      noteUse(answer.key.id)
      return answer.key
    },
  }
}
