import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations, findAxeViolationsInThemes } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, fillIn, MAYA, NOOR, savedRecord, savePeople, sidewaysScroll } from './page-actions.ts'

const MAX_FIRST_LOAD_BYTES = 130_000

const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
  '/': async (page) => {
    await fillIn(page, { userId: 'w'.repeat(255), username: 'w'.repeat(255) })
    await button(page, 'Save').click()
    await savedRecord(page).getByText('www').waitFor()
    await button(page, 'Change').click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await findAxeViolationsInThemes(page)).toEqual([])
    await button(page, 'Choose on a map').click()
    await page.locator('svg.map').waitFor()
    expect(await findAxeViolationsInThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').waitFor()
    expect(await findAxeViolationsInThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  },
  [`/people?ids=ny,np,${'x'.repeat(200)}`]: (page) => page.getByText('Maya').waitFor(),
  [`/meet?ids=ny,np,${'x'.repeat(200)}`]: (page) => page.getByRole('img', { name: 'Maya’s day' }).waitFor(),
  '/people': (page) => page.getByText('Who are your people?').waitFor(),
  '/everyone': (page) => page.getByText('By local time').waitFor(),
  '/privacy': (page) => page.getByRole('heading', { name: 'Contact' }).waitFor(),
  '/account': (page) => page.getByText('There’s no sign-in here').waitFor(),
}

describe.skipIf(browserMissing !== undefined)('every page', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    await savePeople(browser.address, [MAYA, NOOR])
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  describe.each(Object.keys(PAGES))('%s', (path) => {
    test.for([1280, 360])(
      'passes axe in both themes (%i pixels) and never scrolls sideways',
      async (width) => {
        const { page } = await browser.openPage({ path, viewport: { width, height: 800 } })
        await PAGES[path]?.(page)
        expect(await findAxeViolationsInThemes(page)).toEqual([])
        expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      },
    )
  })

  test('says so and offers to try again when the service does not answer', async () => {
    const { page } = await browser.openPage({ path: '/everyone' })
    await page.route('**/v1/**', (route) => route.abort())
    await page.reload()
    await page.getByText('Couldn’t reach the service.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.unroute('**/v1/**')
    await button(page, 'Try again').click()
    await page.getByText('By local time').waitFor()
  })

  test('follows the browser’s language and colours until others are chosen', async () => {
    const { page } = await browser.openPage({ locale: 'de-AT' })
    await page.getByText('Vermutlich bist du in').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Sprache').selectOption('English')
    await page.getByText('You seem to be in').waitFor()
    await page.getByLabel('Theme').selectOption('Dark')
    await page.reload()
    await page.getByText('You seem to be in').waitFor()
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const { page: other } = await browser.openPage({ colorScheme: 'dark' })
    expect(await other.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background)
  })

  test('writes times in the reader’s way: 12 hours in New York, 24 in Berlin', async () => {
    const clock = (page: Page) => page.locator('form time').first().textContent()
    const american = await browser.openPage({ locale: 'en-US', timezoneId: 'America/New_York' })
    expect(await clock(american.page)).toMatch(/^\d{1,2}:\d{2}\s[AP]M$/)
    const german = await browser.openPage({ locale: 'de-DE' })
    expect(await clock(german.page)).toMatch(/^\d{1,2}:\d{2}$/)
  })

  test(`loads at most ${MAX_FIRST_LOAD_BYTES} bytes of JavaScript (gzipped) at first`, async () => {
    const { page } = await browser.openPage()
    await page.getByRole('heading', { name: 'Who are your people?' }).waitFor()
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    )
    const contents = await Promise.all(scripts.map(async (script) => (await fetch(script)).arrayBuffer()))
    const bytes = contents.reduce((sum, content) => sum + gzipSync(content).length, 0)
    console.info(`First load: ${bytes} bytes of JavaScript, gzipped`)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES)
  })

  test.for([
    ['/people', 'Add someone to see their day beside yours', /people-page.*js$/],
    ['/u/nobody', 'There’s no clock here', /person-page.*js$/],
  ] as const)('preloads the view of %s with the page, in few files', async ([path, text, script]) => {
    const { page } = await browser.openPage({ path })
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    await page.reload()
    await page.getByText(text).waitFor()
    const requests = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
    )
    const startOf = (name: RegExp) =>
      requests.find((request) => name.test(request.name))?.startTime ?? Number.NaN
    expect(startOf(script)).toBeLessThan(startOf(/v1\/auth$/))
    expect(requests.filter(({ name }) => name.endsWith('.js')).length).toBeLessThanOrEqual(8)
    // Chromium warns if a preloaded file is not used.
    expect(warnings.filter((text) => text.includes('preload'))).toEqual([])
  })

  test('links to the API documentation, which requests nothing from other hosts and respects the policy', async () => {
    const { page, complaints } = await browser.openPage()
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(browser.address) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    await page.goto(`${browser.address}/docs`)
    await page.getByText('Save a timezone').waitFor()
    await page.locator('[id$="-getHealth"]').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText('"status": "healthy"').first().waitFor()
    expect(elsewhere).toEqual([])
    expect(complaints).toEqual([])
  })

  test.for(['light', 'dark'] as const)('has API documentation that passes axe (%s)', async (colorScheme) => {
    const { page } = await browser.openPage({ path: '/docs', colorScheme })
    // Swagger UI's headings skip a level.
    const violations = async () =>
      (await findAxeViolations(page)).filter((violation) => !violation.startsWith('heading-order'))
    await page.getByText('Save a timezone').waitFor()
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(background === 'rgb(28, 32, 34)').toBe(colorScheme === 'dark')
    expect(await violations()).toEqual([])
    await page.locator('[id$="-getTimezone"]').getByRole('button').first().click()
    await page.getByText('Responses').first().waitFor()
    expect(await violations()).toEqual([])
  })

  test('answers 404 where there is no view, and says so on the page', async () => {
    const { page } = await browser.openPage()
    for (const path of ['/', '/people', '/meet', '/everyone', '/account', '/privacy']) {
      const response = await page.goto(browser.address + path)
      expect([path, response?.status()]).toEqual([path, 200])
    }
    for (const path of ['/any/page', '/favicon']) {
      const response = await page.goto(browser.address + path)
      expect([path, response?.status()]).toEqual([path, 404])
    }
    await page.getByRole('link', { name: 'Go to the home page' }).waitFor()
  })

  test('is served with a strict policy, and its hashed files for a year', async () => {
    const html = await fetch(browser.address, { headers: { accept: 'text/html' } })
    expect(html.headers.get('cache-control')).toBe('no-cache')
    const policy = html.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    const [script] = /\/assets\/[^"]+\.js/.exec(await html.text()) ?? []
    const asset = await fetch(`${browser.address}${script}`)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetch(`${browser.address}/assets/gone.js`, { headers: { accept: '*/*' } })).status).toBe(
      404,
    )
  })
})
