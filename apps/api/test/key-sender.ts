import type { Scope } from '../src/access/identity.ts'
import { createTestKey, type TestApi } from './start-test-api.ts'

export type Answer = {
  status: number
  etag: string
  cacheControl: string
  text: string
  body: ReturnType<typeof JSON.parse>
}

/** Sends requests as a program with an API key of this scope. */
export async function createSender(api: TestApi, scope: Scope = 'records:write') {
  const authorization = `Bearer ${(await createTestKey(api, { scopes: [scope] })).key}`
  return async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await api.request(path, {
      method,
      headers: { authorization, ...headers },
      body,
    })
    const isJson = answer.headers.get('content-type')?.includes('json')
    return {
      status: answer.status,
      etag: answer.headers.get('etag') ?? '',
      cacheControl: answer.headers.get('cache-control') ?? '',
      text: answer.body,
      body: isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined,
    }
  }
}

/** The answer without what each has of its own. */
export function summaryOf({ status, etag, body: { request_id, ...body } }: Answer) {
  return { status, etag, body }
}
