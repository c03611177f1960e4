import { startTestDiscord, type TestDiscord } from '@timezone-registry/test-servers/login-providers'
import { test as base } from './api-test.ts'
import { type BrowserSession, createBrowserSession } from './browser-session.ts'
import type { TestApi } from './start-test-api.ts'

/** The name of the session cookie. */
export const SESSION_COOKIE = '__Host-session'

/** The fixture `api` with AUTH=required and the file's own `discord`. */
export const test = base.extend<{ discord: TestDiscord; env: Record<string, string> }>({
  discord: [
    async ({ task: _task }, use) => {
      await using discord = await startTestDiscord()
      await use(discord)
    },
    { scope: 'file' },
  ],
  env: [async ({ discord }, use) => use({ AUTH: 'required', ...discord.env }), { scope: 'file' }],
})

/** Sets a new user at the fake Discord, and makes it work. */
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

/** The cookie of this browser's only login in progress, as in a `Cookie` header. */
export function loginCookieOf({ cookies }: BrowserSession): string {
  return [...cookies].find(([name]) => name.startsWith('__Host-login-'))?.join('=') ?? ''
}

/** The `Cookie` header of a browser after a whole login. */
export async function signInForCookie(api: Pick<TestApi, 'baseUrl'>): Promise<string> {
  return `${SESSION_COOKIE}=${(await signIn(api)).cookies.get(SESSION_COOKIE)}`
}

/** A login up to and including the provider's consent, before its callback. */
export async function agree(
  baseUrl: string,
  { redirect, browser = createBrowserSession() }: { redirect?: string; browser?: BrowserSession } = {},
): Promise<{ browser: BrowserSession; callback: string }> {
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
  const begun = await browser.fetch(`${baseUrl}/auth/discord${query}`)
  const agreed = await browser.fetch(begun.headers.get('location') ?? '')
  return { browser, callback: agreed.headers.get('location') ?? '' }
}

/** The response to `/me` in this browser. */
export async function me(browser: BrowserSession, { baseUrl }: Pick<TestApi, 'baseUrl'>) {
  const { status, body } = await browser.fetch(`${baseUrl}/me`)
  return { status, body: JSON.parse(body) }
}
