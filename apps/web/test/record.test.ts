import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, fillIn, pickOnMap, pickZone, savedRecord, tabTo, zoneField } from './page-actions.ts'

if (browserMissing !== undefined) console.warn(`Skipping the browser tests: ${browserMissing}`)

describe.skipIf(browserMissing !== undefined)('my record', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test('is saved, shown, still shown after a reload, deleted, and brought back by Undo', async () => {
    const { page, complaints } = await browser.openPage()
    await fillIn(page, { userId: 'flow', username: 'nelly' })
    await pickZone(page, 'new york', 'New York')
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly is in New York.').waitFor()
    await savedRecord(page).getByText('UTC−').waitFor()

    // Whichever replica answers, this tab sees what it saved.
    const read = page.waitForRequest((request) => request.headers()['registry-position'] !== undefined)
    await page.reload()
    await read
    await savedRecord(page).getByText('nelly').waitFor()
    await savedRecord(page)
      .getByText(/Clocks go (forward|back) 1 h in \d+ days?, on/)
      .waitFor()

    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.').waitFor()
    await savedRecord(page).getByText('Nothing saved yet.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await savedRecord(page).getByText('America/New York').waitFor()
    expect(complaints).toEqual([])
  })

  test('starts with the browser’s own zone, so that two fields and one click save it', async () => {
    for (const [timezoneId, city] of [
      ['Asia/Tokyo', 'Tokyo'],
      ['Europe/Berlin', 'Berlin'],
    ] as const) {
      const { page } = await browser.openPage({ timezoneId })
      await page.getByText('You seem to be in').waitFor()
      expect(await page.getByTestId('chosen-zone').textContent()).toBe(city)
      await fillIn(page, { userId: `own ${city}`, username: 'nelly' })
      await button(page, 'Save').click()
      await page.getByText(`Saved: nelly is in ${city}.`).waitFor()
    }
  })

  test('is found in the picker by name, abbreviation, offset, clock and with typing errors', async () => {
    const { page } = await browser.openPage()
    await button(page, 'Change').click()
    for (const [query, option] of [
      ['calcutta', /Kolkata/],
      ['kyiv', /Kyiv/],
      ['pst', /Los Angeles/],
      ['+5:45', /Kathmandu/],
      ['berln', /Berlin/],
      ['boston', /Boston.*New York/],
    ] as const) {
      await zoneField(page).fill(query)
      await page.getByRole('option', { name: option }).first().waitFor()
    }
    await zoneField(page).fill('qqqqqq')
    await page.getByText('No match.').waitFor()
    await zoneField(page).fill('')
    const rows = page.getByRole('listbox').getByRole('option')
    expect(await rows.first().textContent()).toMatch(/Berlin · detected/)
    expect(await rows.nth(1).textContent()).toMatch(/^UTC/)
  })

  test('can be picked from the whole list by keyboard: the highlighted row is always visible', async () => {
    const { page } = await browser.openPage()
    await button(page, 'Change').click()
    await page.getByRole('option', { name: 'detected' }).waitFor()
    const rows = page.getByRole('listbox').getByRole('option')
    const total = Number(await rows.first().getAttribute('aria-setsize'))
    expect(total).toBeGreaterThan(200)
    const highlighted = page.locator('[role=option][data-highlighted]')
    const moves: [key: string, presses: number, position: number][] = [
      ['ArrowDown', 30, 30],
      ['ArrowUp', 29, 1],
      ['ArrowUp', 1, total],
      ['ArrowUp', 1, total - 1],
    ]
    for (const [key, presses, position] of moves) {
      for (let press = 0; press < presses; press++) await page.keyboard.press(key)
      await expect.poll(() => highlighted.getAttribute('aria-posinset')).toBe(String(position))
      await expect
        .poll(() => zoneField(page).getAttribute('aria-activedescendant'))
        .toBe(await highlighted.getAttribute('id'))
      const [row, list] = await Promise.all([
        highlighted.boundingBox(),
        page.getByRole('listbox').boundingBox(),
      ])
      expect(row?.y).toBeGreaterThanOrEqual((list?.y ?? 0) - 1)
      expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) + 1)
    }
    const city = await highlighted.locator('.font-medium').textContent()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByTestId('chosen-zone').textContent()).toBe(city)
  })

  test('can be picked on the map, confirmed by a click', async () => {
    const { page } = await browser.openPage()
    // The middle of Australia: one zone for far around.
    await pickOnMap(page, [133.9, -20])
    await page.getByRole('button', { name: 'Use Darwin' }).click()
    expect(await page.getByTestId('chosen-zone').textContent()).toBe('Darwin')
  })

  test('is deleted or replaced under another name only after a confirmation', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'asked', username: 'nelly' })
    await button(page, 'Save').click()
    await savedRecord(page).getByText('nelly').waitFor()
    await page.getByLabel('Username').fill('somebody else')
    await button(page, 'Save').click()
    await page.getByText('Replace this record?').waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await savedRecord(page).getByText('nelly').waitFor()
    await button(page, 'Save').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
    await savedRecord(page).getByText('somebody else').waitFor()
  })

  test('that the service refuses is marked at its field, and nothing is saved', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'refused', username: 'x'.repeat(256) })
    await button(page, 'Save').click()
    await page.getByText('Use 1 to 255 characters').waitFor()
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
    await savedRecord(page).getByText('Nothing saved yet.').waitFor()
  })

  test('keeps what was typed when the service does not answer, and saves on the next try', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'offline', username: 'nelly' })
    await page.context().setOffline(true)
    await button(page, 'Save').click()
    await page.getByText('Couldn’t reach the service.').first().waitFor()
    await page.context().setOffline(false)
    await page.reload()
    expect(await page.getByLabel('Username').inputValue()).toBe('nelly')
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly is in Berlin.').waitFor()
  })

  test('can be set, changed and deleted with the keyboard alone', async () => {
    const { page } = await browser.openPage()
    await tabTo(page, 'Change')
    await page.keyboard.press('Enter')
    await zoneField(page).waitFor()
    await page.keyboard.type('lisb')
    await page.locator('[role=option][data-highlighted]', { hasText: 'Lisbon' }).waitFor()
    await page.keyboard.press('Enter')
    await tabTo(page, 'User ID')
    await page.keyboard.type('keys')
    await tabTo(page, 'Username')
    await page.keyboard.type('nelly')
    await page.keyboard.press('Enter')
    await page.getByText('Saved: nelly is in Lisbon.').waitFor()
    await savedRecord(page).getByText('nelly').waitFor()
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await page.getByText('Deleted.').waitFor()
  })
})

describe.skipIf(browserMissing !== undefined)('over the limit', () => {
  test('the page says how long to wait', async () => {
    await using browser = await openBrowser({ RATE_LIMIT_WRITES_PER_MINUTE: '1' })
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'limited', username: 'nelly' })
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly').waitFor()
    await button(page, 'Save').click()
    await page
      .getByRole('alert')
      .getByText(/Too many requests. Try again in \d+ s./)
      .waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('nelly')
  })
})
