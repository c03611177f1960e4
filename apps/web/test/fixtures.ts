import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { createContractClient } from '@timezone-registry/contract'
import { findChromium } from '@timezone-registry/test-servers/chromium'
import { createDatabase } from '@timezone-registry/test-servers/database'
import { startTestDiscord, type TestDiscord } from '@timezone-registry/test-servers/login-providers'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { CROWD, PEOPLE, savePeople } from './people.ts'

export { expect }

/** An administrator's id at the fake Discord. */
export const ADMIN = '424242'

/** How a visitor's browser differs from one in Berlin that has never been here. */
export type Visit = BrowserContextOptions & {
  /** The moment at which the browser's clock has stopped. */
  now?: string
  /** What is kept in this browser, by the end of its key. */
  stored?: Record<string, unknown>
  /** Answers instead of the service's, by path; undefined: none. */
  answers?: Record<string, unknown>
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Waits until the page follows changes: it does not learn of those of a second before. */
  follows?: boolean
}

/** The service and the built page, as visitors see them. */
export type Site = {
  address: string
  /** Calls the service as a program does. */
  client: ReturnType<typeof createContractClient>
  /** Opens a path as a new visitor. The test fails if a script does, or violates the Content-Security-Policy. */
  visit: (path?: string, visit?: Visit) => Promise<Page>
}

/** A site with a login at a fake Discord, at which each test signs in as somebody new. */
export type LoginSite = Site & { discord: TestDiscord }

type Sites = {
  /** Anyone can write. {@link PEOPLE} and {@link CROWD} have a record. */
  open: Site
  /** Writing needs a login. */
  login: LoginSite
  /** Reading needs one, too. */
  closed: LoginSite
}
type Addresses = { openService: string; loginService: LoginService; closedService: LoginService }
type LoginService = { address: string; discord: TestDiscord }

const LOGIN_CONFIG = {
  AUTH: 'required',
  ADMINS: `discord:${ADMIN}`,
  PRIVACY_CONTACT: 'mailto:privacy@timezones.example',
  SESSION_TTL_SECONDS: String(14 * 86_400),
  SESSION_IDLE_SECONDS: String(36 * 3600),
  LOG_REQUESTS: 'errors',
  LOG_RETENTION_DAYS: '9',
}
const { missing } = findChromium()
// The browser logs every 4xx answer, every stream that ends and, without a network, a worker that it cannot fetch.
const EXPECTED =
  /^(?:Failed to load resource|EventSource|An unknown error occurred when fetching the script|ChunkFailed)/
let people = 1000

/** Each worker starts a service when its first test asks for it. */
export const test = base.extend<Sites & { browserNeeded: undefined }, Addresses>({
  browserNeeded: [
    async ({ playwright: _ }, provide, { skip }) => {
      skip(missing !== undefined, missing ?? '')
      await provide(undefined)
    },
    { auto: true },
  ],
  openService: [
    async ({ playwright: _ }, provide) => {
      await using service = await startService({ LOG_REQUESTS: 'errors', LOG_RETENTION_DAYS: '1' })
      await savePeople(service.address, [...PEOPLE, ...CROWD])
      await provide(service.address)
    },
    { scope: 'worker' },
  ],
  loginService: [({ playwright: _ }, provide) => provideLogin(LOGIN_CONFIG, provide), { scope: 'worker' }],
  closedService: [
    ({ playwright: _ }, provide) => provideLogin({ ...LOGIN_CONFIG, READS: 'required' }, provide),
    { scope: 'worker' },
  ],
  open: ({ browser, openService }, provide) => provideSite(browser, openService, provide),
  login: ({ browser, loginService }, provide) => provideLoginSite(browser, loginService, provide),
  closed: ({ browser, closedService }, provide) => provideLoginSite(browser, closedService, provide),
})

/** Starts the service in a process of its own, with an empty database. */
export async function startService(env: Record<string, string>) {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const service = startProcess({ DATABASE_URL: await createDatabase(server), LOG_REQUESTS: 'none', ...env })
  return { address: await service.ready(), [Symbol.asyncDispose]: service[Symbol.asyncDispose] }
}

async function provideLogin(env: Record<string, string>, provide: (service: LoginService) => Promise<void>) {
  await using discord = await startTestDiscord()
  await using service = await startService({ ...env, ...discord.env })
  await provide({ address: service.address, discord })
}

async function provideLoginSite(
  browser: Browser,
  { address, discord }: LoginService,
  provide: (site: LoginSite) => Promise<void>,
) {
  discord.user = { id: String(people++), username: 'nelly' }
  discord.fault = undefined
  await provideSite(browser, address, (site) => provide({ ...site, discord }))
}

/** Provides the site at an address, closes what a test has opened there, and checks that no script has failed. */
export async function provideSite(
  browser: Browser,
  address: string,
  provide: (site: Site) => Promise<void>,
): Promise<void> {
  await using contexts = new AsyncDisposableStack()
  const complaints: string[] = []
  await provide({
    address,
    client: createContractClient({ baseUrl: address }),
    visit: async (path = '/', { now, stored = {}, answers = {}, before, follows, ...options } = {}) => {
      const localStorage = Object.entries(stored).map(([name, value]) => ({
        name: `timezone-registry:${name}`,
        value: JSON.stringify(value),
      }))
      const storageState = { cookies: [], origins: [{ origin: address, localStorage }] }
      const context = await browser.newContext({ baseURL: address, storageState, ...options })
      contexts.defer(() => context.close())
      const page = await context.newPage()
      collectComplaints(page, complaints)
      if (now !== undefined) await page.clock.setFixedTime(now)
      await answerWith(page, answers)
      await before?.(page)
      const followed = follows && page.waitForResponse('**/v1/events*')
      await page.goto(path)
      await followed
      return page
    },
  })
  expect(complaints, 'errors of scripts, violations of the Content-Security-Policy').toEqual([])
}

/** Answers instead of the service, by path; undefined: not at all. */
async function answerWith(page: Page, answers: Record<string, unknown>): Promise<void> {
  for (const [path, json] of Object.entries(answers))
    await page.route(
      ({ pathname }) => pathname === path,
      (route) => (json === undefined ? route.abort() : route.fulfill({ json })),
    )
}

function collectComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text())
  })
}
