import { createContractClient } from '@timezone-registry/contract'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { launch, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import de from '../../apps/web/src/texts/de/start.json' with { type: 'json' }
import en from '../../apps/web/src/texts/en/start.json' with { type: 'json' }
import views from '../../apps/web/src/texts/en/views.json' with { type: 'json' }
import { findFirefox } from './firefox.ts'

const { executablePath = '', missing } = findFirefox()

/** The service and a stock Firefox, which speaks WebDriver BiDi. */
async function openFirefox() {
  const service = startProcess({ DATABASE_URL: await createTestDatabase(), LOG_REQUESTS: 'none' })
  const address = await service.ready()
  const firefox = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, de', 'intl.regional_prefs.use_os_locales': false },
  })
  return {
    address,
    /** Opens the page as a new visitor. */
    openPage: async (path: string) => {
      const context = await firefox.createBrowserContext()
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      await page.goto(address + path)
      return { page, complaints, context }
    },
    [Symbol.asyncDispose]: async () => {
      await firefox.close()
      await service[Symbol.asyncDispose]()
    },
  }
}

const field = (page: Page, name: string) => page.locator(`::-p-aria(${name}[role="textbox"])`)
const button = (page: Page, name: string) => page.locator(`::-p-aria(${name}[role="button"])`)
const link = (page: Page, name: string) => page.locator(`::-p-aria(${name}[role="link"])`)
const shows = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.textContent.includes(wanted), {}, text)

// On a busy machine, a real browser now and then misses a deadline.
describe.skipIf(missing !== undefined)('in Firefox', { retry: 1 }, () => {
  let firefox: Awaited<ReturnType<typeof openFirefox>>
  beforeAll(async () => {
    firefox = await openFirefox()
    const body = { user_id: 'ny', username: 'Maya', timezone: 'America/New_York' }
    await createContractClient({ baseUrl: firefox.address }).setTimezone({ body })
  })
  afterAll(() => firefox?.[Symbol.asyncDispose]())

  test('somebody picks a zone by name and saves it', async () => {
    const { page, complaints } = await firefox.openPage('/')
    await button(page, en.zone.pick).click()
    const search = await page.waitForSelector('dialog [role=combobox]')
    await search?.type('lisbon')
    await page.locator('dialog [role=option]').click()
    await button(page, en.record.saveZone.replace('{{zone}}', 'Lisbon')).click()
    await field(page, views.who.question).fill('fox')
    await button(page, en.record.save).click()
    await expect
      .poll(async () => (await fetch(`${firefox.address}/v1/get?id=fox`)).json())
      .toMatchObject({ timezone: 'Europe/Lisbon' })
    expect(complaints).toEqual([])
  })

  test('the people of a link are shown, and every view opens', async () => {
    const { page, complaints } = await firefox.openPage('/?ids=ny')
    await shows(page, 'Maya')
    for (const [name, path] of [
      [en.pages.everyone, '/everyone'],
      [en.pages.record, '/'],
    ] as const) {
      await link(page, name).click()
      await page.waitForFunction((wanted) => location.pathname === wanted, {}, path)
    }
    expect(complaints).toEqual([])
  })

  test('all of eight windows are updated, also after the one with the stream is closed', async () => {
    const { page, context } = await firefox.openPage('/?ids=moving')
    const client = createContractClient({ baseUrl: firefox.address })
    const move = (timezone: string) =>
      client.setTimezone({ body: { user_id: 'moving', username: 'Tane', timezone } })
    const others: Page[] = []
    for (let window = 1; window < 8; window++) {
      const other = await context.newPage()
      await other.goto(page.url())
      others.push(other)
    }
    // A window behind another is brought up to date when it is shown.
    const showsInFront = async (window: Page, text: string) => {
      await window.bringToFront()
      await shows(window, text)
    }
    await move('Pacific/Apia')
    for (const window of [page, ...others]) await showsInFront(window, 'Apia')
    await page.close()
    await move('Asia/Tokyo')
    for (const window of others) await showsInFront(window, 'Tokyo')
  })

  test('another language and the dark theme are chosen and kept', async () => {
    const { page } = await firefox.openPage('/privacy')
    const choose = async (value: string) => {
      await page.locator(`.menu label:has([value=${value}])`).click()
    }
    await page.locator('footer button').click()
    await choose('de')
    await shows(page, de.apiDocs)
    await choose('dark')
    await page.reload()
    await shows(page, de.apiDocs)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  })

  test('the service worker stores the page', async () => {
    const { page } = await firefox.openPage('/everyone')
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    const stored = await page.evaluate(() => caches.keys())
    expect(stored.filter((name) => name.startsWith('shell-'))).toHaveLength(1)
    expect(await page.evaluate(async () => (await caches.match('/'))?.status)).toBe(200)
  })
})
