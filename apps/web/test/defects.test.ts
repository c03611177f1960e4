import { createRegistryClient } from '@timezone-registry/contract'
import { geoEqualEarth } from 'd3-geo'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import {
  button,
  fillIn,
  focusedName,
  pickZone,
  savedRecord,
  sidewaysScroll,
  zoneField,
} from './page-actions.ts'

const PHONE = { width: 360, height: 640 }

async function isInView(page: Page, text: string): Promise<boolean> {
  const box = await page.getByText(text).first().boundingBox()
  const { height } = page.viewportSize() ?? { height: 0 }
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

describe.skipIf(browserMissing !== undefined)('the page', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  const client = () => createRegistryClient({ baseUrl: browser.address })
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

  test('offers to reload, and keeps what was typed, when a part of it is gone after an update', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'kept', username: 'nelly' })
    let attempts = 0
    await page.route('**/assets/people-page*.js', (route) => {
      attempts += 1
      return route.fulfill({ status: 404, body: '' })
    })
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByText('A new version is here.').waitFor()
    expect(attempts).toBeGreaterThanOrEqual(1)
    await page.getByRole('link', { name: 'Now' }).click()
    expect(await page.getByLabel('Username').inputValue()).toBe('nelly')
    await page.getByRole('link', { name: 'People' }).click()
    await page.unroute('**/assets/people-page*.js')
    await button(page, 'Reload').click()
    await page.getByText('Who are your people?').waitFor()
  })

  test('asks before it replaces another person’s record, however fast Save is clicked', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'ny', username: 'not Maya' })
    await button(page, 'Save').click()
    await page.getByText('Replace this record?').waitFor()
    const { body } = await client().getTimezone({ query: { id: 'ny' } })
    expect(body).toMatchObject({ user: { username: 'Maya' } })
  })

  test('opens the picker above a message about an earlier save', async () => {
    const { page } = await browser.openPage({ viewport: { width: 360, height: 640 } })
    await fillIn(page, { userId: '\u202e', username: 'nelly' })
    await button(page, 'Save').click()
    const toast = page.locator('.toast')
    await toast.waitFor()
    await button(page, 'Change').click()
    await page.getByRole('option').first().waitFor()
    const isOnTop = await toast.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isOnTop).toBe(false)
  })

  test('shows what came of a save on the smallest screen, without scrolling', async () => {
    const { page } = await browser.openPage({ viewport: PHONE })
    await fillIn(page, { userId: 'small', username: 'nelly' })
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly is in Berlin.').waitFor()
    expect(await isInView(page, 'Saved: nelly is in Berlin.')).toBe(true)
  })

  test.for([
    ['Europe/Kiev', 'Kyiv'],
    ['Asia/Calcutta', 'Kolkata'],
  ] as const)('a browser in %s is shown and saved as %s', async ([timezoneId, city]) => {
    const { page } = await browser.openPage({ timezoneId })
    expect(await page.getByTestId('chosen-zone').textContent()).toBe(city)
    await fillIn(page, { userId: `renamed ${city}`, username: 'nelly' })
    await button(page, 'Save').click()
    await page.getByText(`Saved: nelly is in ${city}.`).waitFor()
    const { body } = await client().getTimezone({ query: { id: `renamed ${city}` } })
    expect(body).toMatchObject({ timezone: expect.stringContaining(city) })
  })

  test('shows a record saved under a former name by its name today, in every view', async () => {
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

  test('follows a traveller: a detected zone is never taken for a choice', async () => {
    const { page } = await browser.openPage({ timezoneId: 'Europe/Berlin' })
    await fillIn(page, { userId: 'traveller', username: 'nelly' })
    const storageState = await page.context().storageState()
    const { page: away } = await browser.openPage({ timezoneId: 'Asia/Tokyo', storageState })
    expect(await away.getByTestId('chosen-zone').textContent()).toBe('Tokyo')
    expect(await away.getByLabel('Username').inputValue()).toBe('nelly')
    await pickZone(away, 'lisbon', 'Lisbon')
    await away.reload()
    expect(await away.getByTestId('chosen-zone').textContent()).toBe('Lisbon')
  })

  test('moves the focus where a keyboard user expects it: after a pick, a save, a refusal and a deletion', async () => {
    const { page } = await browser.openPage()
    await pickZone(page, 'lisbon', 'Lisbon')
    expect(await focusedName(page)).toBe('Change')
    await fillIn(page, { userId: 'focus', username: 'turned \u202e around' })
    await button(page, 'Save').click()
    await page.getByText('Use 1 to 255 characters').waitFor()
    expect(await focusedName(page)).toBe('Username')
    await page.getByLabel('Username').fill('nelly')
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly').waitFor()
    expect(await focusedName(page)).toBe('Save')
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.').waitFor()
    await expect.poll(() => focusedName(page)).toMatch(/^Undo/)
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
    const looks = ['.band-awake', '.band-winding-down', '.band-asleep'].map((band) => background(band))
    expect(new Set(await Promise.all(looks)).size).toBe(3)
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

  test('keeps the list of people over the other views, and when the page is opened anew', async () => {
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

  test.for(['fr-FR', 'ja-JP', 'ar-MA'])('writes 24-hour times for a browser in %s', async (locale) => {
    const { page } = await browser.openPage({ locale })
    expect(await page.locator('time').first().textContent()).toMatch(/^\d{1,2}:\d{2}$/)
  })

  test('speaks German in errors, too', async () => {
    const { page } = await browser.openPage({ locale: 'de-DE' })
    await page.getByLabel('Benutzer-ID').fill('deutsch')
    await page.getByLabel('Benutzername').fill('turned \u202e around')
    await button(page, 'Speichern').click()
    await page.getByText('Erlaubt sind 1 bis 255 Zeichen').waitFor()
    expect(await page.getByText(/must|characters/).count()).toBe(0)
  })

  test('lists the reader once, also when their own id is among the people', async () => {
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

  test('is dark from its first paint where dark was chosen', async () => {
    const { page } = await browser.openPage({ colorScheme: 'light' })
    await page.getByLabel('Theme').selectOption('Dark')
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    // The page's own scripts never arrive: what is seen is what was painted without them.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)
  })

  test('takes no zone of the open sea from the map', async () => {
    const { page } = await browser.openPage()
    await button(page, 'Change').click()
    await button(page, 'Choose on a map').click()
    const map = page.locator('svg.map')
    await map.scrollIntoViewIfNeeded()
    const box = await map.boundingBox()
    if (box === null) throw new Error('No map is shown')
    // The middle of the South Pacific.
    const [x = 0, y = 0] = geoEqualEarth().fitSize([1, 470 / 960], { type: 'Sphere' })([-125, -45]) ?? []
    await page.mouse.click(box.x + box.width * x, box.y + box.width * y)
    await page.getByText('That’s open sea.').waitFor()
    expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(0)
  })

  test('shows the code for Discord, selected, where the browser forbids copying', async () => {
    const { page } = await browser.openPage({ path: '/meet?ids=ny&at=2030-06-17T13:00Z' })
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await button(page, 'Copy for Discord').click()
    await page.getByText('Your browser blocked copying.').waitFor()
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^<t:\d+:F>$/)
  })

  test.for([
    ['EST', 'New York'],
    ['california', 'California'],
    ['münchen', 'Munich'],
    ['東京', 'Tokyo'],
    ['москва', 'Moscow'],
    ['uae', 'United Arab Emirates'],
  ] as const)('finds %s first under %s', async ([query, label]) => {
    const { page } = await browser.openPage()
    await button(page, 'Change').click()
    await zoneField(page).fill(query)
    await expect
      .poll(() => page.getByRole('option').first().locator('.font-medium').textContent())
      .toMatch(new RegExp(`^${label}`))
  })
})
