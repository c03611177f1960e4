import type { FoundTimezone } from '../src/wire.ts'

/** An in-memory network: responds to each request with the result of `answer`, and records the requests. */
export function createFakeRegistry(answer: (request: Request) => Response | Promise<Response>): {
  requests: Request[]
  fetch: typeof globalThis.fetch
} {
  const requests: Request[] = []
  return {
    requests,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return answer(request)
    },
  }
}

/** An error response, as the service sends it. */
export function problem(
  status: number,
  code: string,
  { headers = {}, message = 'Refused' }: { headers?: Record<string, string>; message?: string } = {},
): Response {
  return new Response(JSON.stringify({ status, code, message, request_id: 'r' }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
}

export const user = (name: string): FoundTimezone => ({
  username: name,
  timezone: 'Europe/Kiev',
  canonical: 'Europe/Kyiv',
  updated_at: null,
})

/** `/lookup` and `/get` for a registry in which every id but `nobody` has a record. */
export function answerReads(request: Request): Response {
  const query = new URL(request.url).searchParams
  const id = query.get('id')
  if (id === 'nobody') return problem(404, 'not_found')
  if (id !== null) {
    const { username, ...rest } = user(id)
    return Response.json({ user: { id, username }, ...rest, created_at: null })
  }
  const ids = (query.get('ids') ?? '').split(',')
  const found = ids.filter((one) => one !== 'nobody')
  return Response.json({
    users: Object.fromEntries(found.map((one) => [one, user(one)])),
    missing: ids.filter((one) => one === 'nobody'),
  })
}
