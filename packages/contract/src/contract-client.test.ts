import { expect, test } from 'vitest'
import { createContractClient } from './contract-client.ts'

/** A client over a fake network that always returns the same response and records the requests. */
function clientOver(answer: () => Response, options: { apiKey?: string } = {}) {
  const requests: Request[] = []
  const client = createContractClient({
    baseUrl: 'https://timezones.example/',
    ...options,
    fetch: async (input, init) => {
      requests.push(new Request(input, init))
      return answer()
    },
  })
  return { client, requests }
}

const saved = { message: 'Timezone saved', user: { id: '1', username: 'ann' }, timezone: 'UTC' }

test('calls the routes under /v1, with the body as JSON', async () => {
  const { client, requests } = clientOver(() => Response.json(saved))
  await client.setTimezone({ body: { user_id: '1', username: 'ann', timezone: 'UTC' } })
  expect(requests[0]).toMatchObject({ method: 'POST', url: 'https://timezones.example/v1/set' })
  expect(await requests[0]?.json()).toEqual({ user_id: '1', username: 'ann', timezone: 'UTC' })
})

test('escapes query parameters', async () => {
  const { client, requests } = clientOver(() => Response.json(saved))
  await client.getTimezone({ query: { id: 'a&b=c/ü' } })
  expect(new URL(requests[0]?.url ?? '').searchParams.get('id')).toBe('a&b=c/ü')
})

test('sends the API key, if any', async () => {
  const withKey = clientOver(() => Response.json(saved), { apiKey: 'tzr_secret' })
  await withKey.client.getHealth()
  expect(withKey.requests[0]?.headers.get('authorization')).toBe('Bearer tzr_secret')
  const without = clientOver(() => Response.json(saved))
  await without.client.getHealth()
  expect(without.requests[0]?.headers.has('authorization')).toBe(false)
})

test('discriminates responses by status', async () => {
  const problem = { code: 'not_found', message: 'User not found', status: 404 }
  const { client } = clientOver(
    () =>
      new Response(JSON.stringify(problem), {
        status: 404,
        headers: { 'content-type': 'application/problem+json' },
      }),
  )
  const answer = await client.getTimezone({ query: { id: '1' } })
  if (answer.status !== 404) throw new Error(`Unexpected: ${answer.status}`)
  expect(answer.body.message).toBe('User not found')
})

test('rejects a status outside the contract, such as a proxy’s 502', async () => {
  const { client } = clientOver(() => new Response('Bad Gateway', { status: 502 }))
  await expect(client.getHealth()).rejects.toThrow()
})
