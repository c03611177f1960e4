import { createContractClient } from '@timezone-registry/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, fillIn, focusedName, savedRecord, sidewaysScroll, zoneField } from './page-actions.ts'

const PHONE = { width: 360, height: 640 }

describe.skipIf(browserMissing !== undefined)('the page', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  const client = () => createContractClient({ baseUrl: browser.address })
  beforeAll(async () => {
    browser = await openBrowser()
    for (const [user_id, username, timezone] of [
      ['ny', 'Maya', 'America/New_York'],
      ['in', 'Aarav', 'Asia/Calcutta'],
      ['long', 'w'.repeat(255), 'Europe/Kiev'],
      ['me', 'nelly', 'Asia/Tokyo'],
    ] as const)
      await client().setTimezone({ body: { user_id, username, timezone } })
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test('shows a zone saved under a former name by its current name, in every view', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=in' })
    await page.getByText('Kolkata').waitFor()
    await page.goto(`${browser.address}/everyone`)
    await page.getByText('Kyiv').waitFor()
    expect(await page.getByText(/Calcutta|Kiev/).count()).toBe(0)
  })

  test('never proposes a time in the past', async () => {
    const { page } = await browser.openPage({ path: '/meet?ids=ny&at=2020-01-06T05:00Z' })
    await page.getByText('This time has passed.').waitFor()
    const slots = page.getByRole('list', { name: 'Best times in the next 14 days' }).getByRole('button')
    await expect.poll(() => slots.count()).toBe(5)
    for (const slot of await slots.all()) {
      const before = page.url()
      await slot.click()
      await expect.poll(() => slot.getAttribute('aria-pressed')).toBe('true')
      // The address follows when the moment has settled.
      await page.waitForURL((url) => url.href !== before)
      const at = new URL(page.url()).searchParams.get('at') ?? ''
      expect(Date.parse(at)).toBeGreaterThan(Date.now())
    }
  })

  test('keeps people’s times while offline, and says that others could not be checked', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=ny' })
    const list = page.getByRole('list', { name: 'Local times' })
    await list.getByText('New York').waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Add people').fill('unheard')
    await button(page, 'Add').click()
    await list.getByText('couldn’t be checked').waitFor({ timeout: 20_000 })
    await list.getByText('New York').waitFor()
    expect(await list.getByText('no saved time zone').count()).toBe(0)
  })

  test('fits a name of 255 letters into the rows and the planner on a phone', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=long,ny', viewport: PHONE })
    await page.getByText('Maya').waitFor()
    const band = await page.locator('.person-band').first().boundingBox()
    expect(band?.width).toBeLessThanOrEqual(PHONE.width)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.goto(`${browser.address}/meet?ids=long,ny`)
    await page.getByRole('img', { name: 'Maya’s day' }).waitFor()
    const grid = await page.locator('.meet-scroller').boundingBox()
    expect(grid?.width).toBeLessThanOrEqual(PHONE.width)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  })

  test('moves the focus to the neighbour when a person is removed', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=ny,in' })
    await page.getByText('Aarav').first().waitFor()
    await button(page, 'Remove Maya').click()
    expect(await focusedName(page)).toBe('Remove Aarav')
    await button(page, 'Remove Aarav').click()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Local times')
  })

  test('keeps bands, the moment line, the active tab and the highlighted row visible in forced colours', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=ny', forcedColors: 'active' })
    await page.getByText('Maya').waitFor()
    const background = (selector: string, pseudo?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, part) => {
          const { backgroundColor, backgroundImage } = getComputedStyle(element, part)
          return `${backgroundColor} ${backgroundImage}`
        }, pseudo)
    const bands = ['.band-awake', '.band-winding-down', '.band-asleep']
    const looks = async () => new Set(await Promise.all(bands.map((band) => background(band))))
    // Chromium may apply the emulated colours a moment after the page is drawn.
    await expect.poll(async () => (await looks()).size).toBe(3)
    const canvas = await background('body')
    expect(await background('.person-line')).not.toBe(canvas)
    for (const selector of ['.scrubber-label', '.tab-active'])
      expect(await background(selector)).not.toBe(canvas)
    await page.goto(`${browser.address}/meet?ids=ny`)
    await page.locator('.slot-frame').waitFor()
    expect(await background('.cell-asleep')).not.toBe(await background('.cell:not(.cell-asleep)'))
    expect(await background('.slot[aria-pressed=true]')).not.toBe(canvas)
    await page.goto(`${browser.address}/u/in`)
    await button(page, 'Add to my people').waitFor()
    expect(await background('.button-sky-primary')).not.toBe(canvas)
    await page.goto(browser.address)
    await button(page, 'Change').click()
    await zoneField(page).fill('berlin')
    await page.locator('.zone-row[data-highlighted]').waitFor()
    expect(await background('.zone-row[data-highlighted]')).not.toBe(canvas)
  })

  test('keeps the list of people across views and visits', async () => {
    const { page } = await browser.openPage({ path: '/people' })
    await page.getByLabel('Add people').fill('ny')
    await button(page, 'Add').click()
    await page.getByText('Maya').first().waitFor()
    await page.getByRole('link', { name: 'Everyone' }).click()
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByText('Maya').first().waitFor()
    await page.goto(`${browser.address}/people`)
    await page.getByText('Maya').first().waitFor()
  })

  test('names each view in its title and marks the current tab', async () => {
    const { page } = await browser.openPage()
    for (const [tab, title] of [
      ['People', 'People · Timezone Registry'],
      ['Meet', 'Meet · Timezone Registry'],
      ['Everyone', 'Everyone · Timezone Registry'],
      ['Now', 'Now · Timezone Registry'],
    ] as const) {
      await page.getByRole('link', { name: tab }).click()
      await expect.poll(() => page.title()).toBe(title)
      expect(await page.locator('[aria-current=page]').textContent()).toBe(tab)
    }
    await page.goto(`${browser.address}/nowhere`)
    await page.getByText('This page doesn’t exist.').waitFor()
  })

  test('lists the reader once, even if their own id is among the people', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'me', username: 'nelly' })
    await savedRecord(page).getByText('nelly').waitFor()
    await page.getByRole('link', { name: 'Compare with others' }).click()
    const rows = page.getByRole('list', { name: 'Local times' }).getByRole('listitem')
    await rows.filter({ hasText: 'Tokyo' }).waitFor()
    expect(await rows.count()).toBe(1)
  })

  test.for(['/', '/people?ids=ny,long', '/meet?ids=ny,long', '/everyone'])(
    '%s fits 360 pixels at 200 % text',
    async (path) => {
      const { page } = await browser.openPage({ path, viewport: PHONE })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await page.getByRole('heading', { level: 2 }).first().waitFor({ state: 'attached' })
      await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0)
    },
  )

  test('shows the code for Discord, selected, where the browser forbids copying', async () => {
    const { page } = await browser.openPage({ path: '/meet?ids=ny&at=2030-06-17T13:00Z' })
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await button(page, 'Copy for Discord').click()
    await page.getByText('Your browser blocked copying.').waitFor()
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^<t:\d+:F>$/)
  })
})
