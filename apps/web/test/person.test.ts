import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createContractClient } from '@timezone-registry/contract'
import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INK_LIGHTNESS, SKY_RAMP } from '../src/clock/sky.ts'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, changeClocks, sidewaysScroll } from './page-actions.ts'

const NASTY = '<img src=x onerror=alert(1)>'
const EMBED_WIDTH = 280

describe.skipIf(browserMissing !== undefined)('a person’s page', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    const client = createContractClient({ baseUrl: browser.address })
    for (const [user_id, username, timezone] of [
      ['kenji', 'Kenji', 'Asia/Tokyo'],
      ['berlin', 'Berta', 'Europe/Berlin'],
      ['a/b c', NASTY, 'Asia/Kathmandu'],
      ['long', 'w'.repeat(255), 'America/Argentina/Buenos_Aires'],
    ] as const)
      await client.setTimezone({ body: { user_id, username, timezone } })
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  const clock = (page: Page) => page.locator('.hero time')

  test('shows a large clock, the difference, the place and the next clock change', async () => {
    const { page, complaints } = await browser.openPage({ path: '/u/kenji' })
    await clock(page).waitFor()
    const tokyo = () =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Asia/Tokyo',
        hour: 'numeric',
        minute: '2-digit',
      }).format()
    expect([tokyo(), tokyo()]).toContain(await clock(page).textContent())
    await page.getByText('Tokyo, Japan').waitFor()
    await page.getByText(/\d h ahead of you/).waitFor()
    await page.getByText(/Likely (awake|asleep)/).waitFor()
    await page.getByText('The clocks don’t change here.').waitFor()
    expect(await page.title()).toContain('Kenji')
    expect(complaints).toEqual([])
    const { page: german } = await browser.openPage({ path: '/u/berlin', locale: 'de-DE' })
    await german.getByText('Berlin, Deutschland').waitFor()
    await german.getByText(/Uhren/).waitFor()
  })

  test('shows the offset of the service where the browser’s own differs', async () => {
    const { page } = await browser.openPage({ path: '/' })
    await changeClocks(page, { 'Asia/Tokyo': { utc_offset_seconds: 4 * 3600, transitions: [] } })
    await page.goto(`${browser.address}/u/kenji`)
    const dubai = () =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Asia/Dubai',
        hour: 'numeric',
        minute: '2-digit',
      }).format()
    await expect
      .poll(async () => (await clock(page).textContent()) === dubai(), { timeout: 10_000 })
      .toBe(true)
    await page.getByText('out of date for Tokyo').waitFor()
  })

  test('has the same sky as the clock for other sites', async () => {
    const { page } = await browser.openPage({ path: '/embed/kenji' })
    const html = page.locator('html')
    const ramp = SKY_RAMP.map(({ hour, lightness, chroma, hue }) => [hour, lightness, chroma, hue])
    expect(JSON.parse((await html.getAttribute('data-ramp')) ?? '')).toEqual(ramp)
    expect(Number(await html.getAttribute('data-ink'))).toBe(INK_LIGHTNESS)
  })

  test('adds somebody to the reader’s people, permanently', async () => {
    const { page } = await browser.openPage({ path: '/u/kenji' })
    await button(page, 'Add to my people').click()
    await page.getByRole('link', { name: 'In my people' }).click()
    await page.waitForURL('**/people?ids=kenji')
    await page.goto(`${browser.address}/u/kenji`)
    await page.getByRole('link', { name: 'In my people' }).waitFor()
  })

  test('copies the link, and shows it where the browser forbids that', async () => {
    const { page } = await browser.openPage({ path: '/u/a%2Fb%20c', permissions: ['clipboard-write'] })
    await page.getByRole('heading', { name: NASTY }).waitFor()
    await button(page, 'Copy link').click()
    await page.getByText('Copied.').waitFor()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await button(page, 'Copy link').click()
    await page.getByText(`${browser.address}/u/a%2Fb%20c`).waitFor()
  })

  test('passes axe in both themes and never scrolls sideways, not even with a long name', async () => {
    for (const path of ['/u/kenji', '/u/long', '/u/nobody'])
      for (const options of [
        { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
        { colorScheme: 'dark', viewport: { width: 360, height: 800 } },
        { forcedColors: 'active', viewport: { width: 360, height: 800 } },
      ] as const) {
        const { page } = await browser.openPage({ path, ...options })
        await page.locator(path === '/u/nobody' ? 'text=There’s no clock here' : '.hero time').waitFor()
        // axe does not see the colours that forced colours replace.
        if (!('forcedColors' in options)) expect(await findAxeViolations(page), path).toEqual([])
        expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
        await page.context().close()
      }
  })

  test('a clock runs in a frame of another site, in each theme, without cookies and without errors', async () => {
    const site = createServer((req, res) => {
      const theme = new URL(req.url ?? '', 'http://x').searchParams.get('theme')
      res.setHeader('content-type', 'text/html')
      res.end(
        `<!doctype html><html lang="en"><title>A site</title><main><h1>A site</h1><iframe title="clock" width="${EMBED_WIDTH}" height="150" src="${browser.address}/embed/kenji?theme=${theme}&clock=12"></iframe></main>`,
      )
    })
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`
    for (const theme of ['sky', 'light', 'dark']) {
      const { page, complaints } = await browser.openPage({ path: '/favicon.svg' })
      await page.goto(`${origin}/?theme=${theme}`)
      const frame = page.frameLocator('iframe')
      await frame.getByText('Kenji').waitFor()
      expect(await frame.locator('time').textContent()).toMatch(/^\d{1,2}:\d\d [AP]M$/)
      // The script runs: it replaces what the server wrote.
      const time = frame.locator('time')
      await time.evaluate((element) => {
        element.textContent = ''
      })
      await expect.poll(() => time.textContent(), { timeout: 10_000 }).toMatch(/M$/)
      expect(await findAxeViolations(page)).toEqual([])
      expect(await page.context().cookies()).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    }
    site.close()
  })
})

describe.skipIf(browserMissing !== undefined)('one’s own page', () => {
  test('offers codes for the badge and the clock, unless the record is private', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
    const { page, complaints } = await browser.openPage({
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await page.getByText('Signed in as nelly').waitFor()
    await page.evaluate(() =>
      fetch('/v1/set', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"timezone":"Europe/Berlin"}',
      }),
    )
    const { id } = discord.user
    await page.goto(`${browser.address}/u/${id}`)
    await button(page, 'Copy Markdown').click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `[![nelly’s local time](${browser.address}/badge/${id}.svg)](${browser.address}/u/${id})`,
    )
    // Frames load when they come into view.
    await page.locator('iframe').scrollIntoViewIfNeeded()
    await page.frameLocator('iframe').getByText('nelly').waitFor()
    const badge = page.getByRole('img', { name: 'nelly’s local time' })
    expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50)
    expect(await button(page, 'Add to my people').count()).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
    expect(complaints).toEqual([])

    await page.evaluate(() =>
      fetch('/v1/visibility', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"visibility":"private"}',
      }),
    )
    await page.reload()
    await page.getByText('Your record is private: only you see this page.').waitFor()
    const { page: stranger } = await browser.openPage({ path: `/u/${id}` })
    await stranger.getByText('There’s no clock here').waitFor()
  })
})
