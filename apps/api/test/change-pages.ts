import type { TestApi } from './start-test-api.ts'

/** A page of `/changes`. */
export async function page(api: TestApi, query: { since?: string; limit?: string }) {
  const answer = await api.client.listChanges({ query })
  if (answer.status !== 200) throw new Error(`Unexpected: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Saves a record for each of these users, in this order. */
export async function saveAll(api: TestApi, userIds: readonly string[]): Promise<void> {
  for (const user_id of userIds) await api.save('UTC', user_id)
}
