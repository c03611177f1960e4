import { findChromium } from '@timezone-registry/test-servers/chromium'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { type BrowserContextOptions, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'

const found = findChromium()

/** Why tests in Chromium are skipped on this machine; undefined if they run. */
export const browserMissing = found.missing

/** The whole service with an empty database, and the browser that people use. */
export async function openBrowser() {
  const service = startProcess({ DATABASE_URL: await createTestDatabase(), LOG_REQUESTS: 'none' })
  const address = await service.ready()
  const browser = await chromium.launch({
    ...found,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  return {
    address,
    /** Opens the page as a new visitor, without its service worker, whose requests Playwright cannot answer. */
    openPage: async ({ path = '/', ...options }: BrowserContextOptions & { path?: string } = {}) => {
      const context = await browser.newContext({
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        serviceWorkers: 'block',
        ...options,
      })
      // A page that stays open keeps its clock going and slows the tests that follow.
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await page.goto(address + path)
      return { page }
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      await service[Symbol.asyncDispose]()
    },
  }
}
