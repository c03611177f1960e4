import { expect, test } from 'vitest'
import { createClient } from '../src/index.ts'
import { createFakeRegistry } from './fake-registry.ts'

test.for([
  ['https://timezones.example', 'https://timezones.example/v1/stats'],
  ['https://timezones.example//', 'https://timezones.example/v1/stats'],
  ['https://timezones.example/v1', 'https://timezones.example/v1/stats'],
  ['https://timezones.example/v1/', 'https://timezones.example/v1/stats'],
  ['http://localhost:3000/registry/', 'http://localhost:3000/registry/v1/stats'],
  ['https://[::1]:8443/registry/v1', 'https://[::1]:8443/registry/v1/stats'],
  ['https://timezones.example/tv1', 'https://timezones.example/tv1/v1/stats'],
] as const)('with the base URL %s, requests go to %s', async ([baseUrl, address]) => {
  const { fetch, requests } = createFakeRegistry(() => Response.json({}))
  await createClient({ baseUrl, fetch }).stats()
  expect(requests[0]?.url).toBe(address)
})

test.for([
  'timezones.example',
  'localhost:3000',
  'ftp://timezones.example',
  'https://',
  'https://timezones.example:99999',
  'https://timezones.example/?key=1',
  'https://timezones.example/#top',
  'https://user:password@timezones.example',
  'https://user@timezones.example',
])('the base URL %s is refused', (baseUrl) => {
  expect(() => createClient({ baseUrl })).toThrow(TypeError)
  expect(() => createClient({ baseUrl })).toThrow('baseUrl must be like https://timezones.example')
})
