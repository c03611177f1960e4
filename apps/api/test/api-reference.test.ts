import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { contract } from '@timezone-registry/contract'
import { expect } from 'vitest'
import { agrees, agreesText, type Example, loadExamples } from './api-examples.ts'
import { agree, test as base, loginCookieOf, signInForCookie } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'
import { createTestKey, type TestApi } from './start-test-api.ts'

// Sends the requests of docs/api.md from top to bottom: each response is as documented.

const REFERENCE = fileURLToPath(new URL('../../../docs/api.md', import.meta.url))
const NELLY = {
  id: '80351110224678912',
  username: 'nelly',
  avatar: '8342729096ea3675442027381ff50dfe',
  discriminator: '0',
}

const test = base.extend<{ env: Record<string, string> }>({
  env: [
    async ({ discord }, use) =>
      use({ AUTH: 'required', ADMINS: `discord:${NELLY.id}`, AUDIT_LOG: 'on', ...discord.env }),
    { scope: 'file' },
  ],
})

const examples = await loadExamples(REFERENCE)
const shownInTables = [
  ...(await readFile(REFERENCE, 'utf8')).matchAll(/^\| route \| response \|\n(?:\|.*\n)+/gm),
].join('')

// What tables show, the tests of plugins, people's pages, own data, keys and probes compare.
test('every route has an example, or its response in a table', () => {
  for (const { method, path } of Object.values(contract)) {
    if (shownInTables.includes(`\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``)) continue
    const pattern = new RegExp(`^(?:/v1)?${path.replace(/:\w+/g, '[^/]+')}(?:\\?|$)`)
    const example = examples.find((example) => example.method === method && pattern.test(example.path))
    expect(example, `${method} ${path}`).toBeDefined()
  }
})

test('every example is answered as shown', async ({ api, discord }) => {
  discord.user = NELLY
  const { key } = await createTestKey(api)
  const provider = new URL(discord.env.OAUTH_DISCORD_AUTHORIZE_URL ?? '').origin
  for (const example of examples) {
    const { method, answer } = example
    const name = `${method} ${example.path} is answered ${answer.status}`
    const { path, headers } = await fillIn(example, { api, key })
    const actual = await send(`${api.baseUrl}${path}`, { ...example, headers })
    expect(actual.status, `${name}: ${actual.body}`).toBe(answer.status)
    for (const [header, expected] of Object.entries(answer.headers)) {
      const values = header === 'Set-Cookie' ? actual.setCookies : [actual.headers.get(header) ?? '']
      const isSent = values.some((value) =>
        agreesText(expected, value.replace(provider, 'https://discord.com')),
      )
      expect(isSent, `${name}, with ${header}: ${values}`).toBe(true)
    }
    const isText = !/json/.test(actual.headers.get('content-type') ?? 'json')
    const isAsShown = isText
      ? agreesText(answer.body ?? '', actual.body.trim())
      : agrees(toValue(answer.body), toValue(actual.body))
    expect(isAsShown, `${name}: ${actual.body}`).toBe(true)
  }
})

/** Replaces each `…` by this service's key and cookies. */
async function fillIn(
  { path, headers }: Example,
  { api, key }: { api: TestApi; key: string },
): Promise<Pick<Example, 'path' | 'headers'>> {
  const filled = { ...headers }
  if (headers.Authorization?.includes('…')) filled.Authorization = `Bearer ${key}`
  if (headers.Cookie?.startsWith('__Host-session')) filled.Cookie = await signInForCookie(api)
  if (!headers.Cookie?.startsWith('__Host-login')) return { path, headers: filled }
  const { browser, callback } = await agree(api.baseUrl)
  const { pathname, search } = new URL(callback)
  filled.Cookie = loginCookieOf(browser)
  return { path: `/v1${pathname}${search}`, headers: filled }
}

/** A stream is read up to its first event. */
async function send(url: string, { method, headers, body, answer }: Example) {
  if (!isStream(answer)) return rawFetch(url, { method, headers, ...(body !== undefined && { body }) })
  const response = await fetch(url)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = (await reader?.read())?.value ?? ''
  await reader?.cancel()
  return { status: response.status, headers: response.headers, setCookies: [], body: first }
}

function toValue(body = ''): unknown {
  return body === '' ? undefined : JSON.parse(body)
}

function isStream({ headers }: Example['answer']): boolean {
  return headers['Content-Type']?.startsWith('text/event-stream') ?? false
}
