import { startTestDiscord, type TestDiscord } from '@timezone-registry/test-servers/login-providers'
import { test as base } from 'vitest'
import { type BrowserSession, createBrowserSession } from './browser-session.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

/** The name of the session's cookie. */
export const SESSION_COOKIE = '__Host-session'

/** A service where people must sign in, and a Discord of its own; both live as long as the test file. */
export const test = base.extend<{ discord: TestDiscord; api: TestApi }>({
  discord: [
    async ({ task: _task }, use) => {
      await using discord = await startTestDiscord()
      await use(discord)
    },
    { scope: 'file' },
  ],
  api: [
    async ({ discord }, use) => {
      await using api = await startTestApi({ AUTH: 'required', ...discord.env })
      await use(api)
    },
    { scope: 'file' },
  ],
})

/** Makes the person at Discord somebody whom no other test knows, and Discord work. */
export function resetDiscord(discord: TestDiscord): void {
  discord.user = { id: String(Math.floor(Math.random() * 1e15)), username: 'nelly' }
  discord.fault = undefined
}

/** A browser after a whole login. */
export async function signIn({ baseUrl }: Pick<TestApi, 'baseUrl'>): Promise<BrowserSession> {
  const browser = createBrowserSession()
  await browser.navigate(`${baseUrl}/auth/discord`)
  return browser
}

/** The `Cookie` header of a browser after a whole login. */
export async function signInForCookie(api: Pick<TestApi, 'baseUrl'>): Promise<string> {
  return `${SESSION_COOKIE}=${(await signIn(api)).cookies.get(SESSION_COOKIE)}`
}

/** A login up to the provider's consent: only its callback is missing. */
export async function agree(
  baseUrl: string,
  { redirect }: { redirect?: string } = {},
): Promise<{ browser: BrowserSession; callback: string }> {
  const browser = createBrowserSession()
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
  const begun = await browser.fetch(`${baseUrl}/auth/discord${query}`)
  const agreed = await browser.fetch(begun.headers.get('location') ?? '')
  return { browser, callback: agreed.headers.get('location') ?? '' }
}

/** What `/me` answers to the browser. */
export async function me(browser: BrowserSession, { baseUrl }: Pick<TestApi, 'baseUrl'>) {
  const { status, body } = await browser.fetch(`${baseUrl}/me`)
  return { status, body: JSON.parse(body) }
}
