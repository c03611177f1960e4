import { type Chromium, findChromium, findHeadlessChromium } from '@timezone-registry/test-servers/chromium'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Why browser tests are skipped on this machine; undefined if they run. */
export const browserMissing = findChromium().missing

export type TestPage = {
  readonly page: Page
  /** Script errors and violations of the Content-Security-Policy. */
  readonly complaints: string[]
}

/**
 * The whole service with an empty database, configured by `env`, and a browser: the one that people use, or its
 * headless engine alone.
 */
export async function openBrowser(env: Record<string, string> = {}, chromium = findHeadlessChromium()) {
  return launchBrowser({
    chromium,
    env: { DATABASE_URL: await createTestDatabase(), ...env },
    // A page that stays open keeps its clock going and slows the tests that follow.
    onOpened: (context) => onTestFinished(() => context.close()),
  })
}

/** The service in a process of its own, and a real browser; also outside a test. */
export async function launchBrowser({
  env,
  chromium: found = findChromium(),
  onOpened,
}: {
  env: Record<string, string>
  chromium?: Chromium
  onOpened?: (context: BrowserContext) => void
}) {
  const service = startProcess({ LOG_REQUESTS: 'none', ...env })
  const address = await service.ready()
  const browser = await chromium.launch({
    ...found,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  return {
    address,
    /** Opens the page as a new visitor, by default in Berlin. */
    openPage: async ({
      path = '/',
      ...options
    }: BrowserContextOptions & { path?: string } = {}): Promise<TestPage> => {
      const context = await browser.newContext({
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        // Playwright cannot answer what a service worker requests.
        serviceWorkers: 'block',
        ...options,
      })
      onOpened?.(context)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        // The browser logs every 4xx answer, and the flows contain some.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      await page.goto(address + path)
      return { page, complaints }
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      await service[Symbol.asyncDispose]()
    },
  }
}
