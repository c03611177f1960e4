import { createContractClient } from '@timezone-registry/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, fillIn, focusedName, pickOnMap, pickZone, zoneField } from './page-actions.ts'

const PHONE = { width: 360, height: 640 }

async function isInView(page: Page, text: string): Promise<boolean> {
  const box = await page.getByText(text).first().boundingBox()
  const { height } = page.viewportSize() ?? { height: 0 }
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

describe.skipIf(browserMissing !== undefined)('the page on which people set their zone', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  const client = () => createContractClient({ baseUrl: browser.address })
  beforeAll(async () => {
    browser = await openBrowser()
    await client().setTimezone({ body: { user_id: 'ny', username: 'Maya', timezone: 'America/New_York' } })
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
    await page.getByText('A new version is available.').waitFor()
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

  test('shows the outcome of a save on the smallest screen, without scrolling', async () => {
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
    await fillIn(page, { userId: 'focus', username: 'x'.repeat(256) })
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

  test.for(['fr-FR', 'ja-JP', 'ar-MA'])('writes 24-hour times for a browser in %s', async (locale) => {
    const { page } = await browser.openPage({ locale })
    expect(await page.locator('time').first().textContent()).toMatch(/^\d{1,2}:\d{2}$/)
  })

  test('speaks German in errors, too', async () => {
    const { page } = await browser.openPage({ locale: 'de-DE' })
    await page.getByLabel('Benutzer-ID').fill('deutsch')
    await page.getByLabel('Benutzername').fill('x'.repeat(256))
    await button(page, 'Speichern').click()
    await page.getByText('Erlaubt sind 1 bis 255 Zeichen').waitFor()
    expect(await page.getByText(/must|characters/).count()).toBe(0)
  })

  test('is dark from its first paint where dark was chosen', async () => {
    const { page } = await browser.openPage({ colorScheme: 'light' })
    await page.getByLabel('Theme').selectOption('Dark')
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    // The page's own scripts never arrive, so the test sees what was painted without them.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)
  })

  test('takes no zone from the open sea on the map', async () => {
    const { page } = await browser.openPage()
    // The middle of the South Pacific.
    await pickOnMap(page, [-125, -45])
    await page.getByText('That’s open sea.').waitFor()
    expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(0)
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
