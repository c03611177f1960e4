import { expect, test } from './fixtures.ts'
import {
  button,
  fillIn,
  focusedName,
  pickZone,
  savedRecord,
  showsSaved,
  tabTo,
  zoneField,
} from './page-actions.ts'

test.describe('my record', () => {
  test('is saved, shown, still shown after a reload, deleted in the account, and brought back by Undo', async ({
    open,
  }) => {
    const page = await open.visit()
    await pickZone(page, 'new york', 'New York')
    await fillIn(page, { userId: 'flow', username: 'nelly' })
    const read = page.waitForRequest((request) => request.url().includes('/v1/get'))
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly is in New York.')).toBeVisible()
    // Whichever instance answers, this page sees what it saved.
    expect((await (await read).allHeaders())['cache-control']).toBe('max-age=0')
    await showsSaved(page, 'New York')

    await page.reload()
    await showsSaved(page, 'New York')
    await page.getByRole('link', { name: 'Your account' }).click()
    await expect(savedRecord(page).getByText('nelly')).toBeVisible()
    await expect(savedRecord(page).getByText('UTC−')).toBeVisible()

    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Deleted.')).toBeVisible()
    await expect(savedRecord(page).getByText('Nothing saved yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(savedRecord(page).getByText('America/New York')).toBeVisible()
  })

  test('starts with the browser’s own zone, so that one question and one click save it', async ({ open }) => {
    for (const [timezoneId, city] of [
      ['Asia/Tokyo', 'Tokyo'],
      ['Europe/Berlin', 'Berlin'],
    ] as const) {
      const page = await open.visit('/', { timezoneId })
      await expect(page.getByText('You seem to be in')).toBeVisible()
      await expect(page.getByTestId('chosen-zone')).toHaveText(city)
      await fillIn(page, { userId: `own ${city}`, username: 'nelly' })
      await button(page, 'Save').click()
      await expect(page.getByText(`Saved: nelly is in ${city}.`)).toBeVisible()
    }
  })

  test('is found in the picker by name, abbreviation, offset, clock and with typing errors', async ({
    open,
  }) => {
    const page = await open.visit()
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
      await expect(page.getByRole('option', { name: option }).first()).toBeVisible()
    }
    await zoneField(page).fill('qqqqqq')
    await expect(page.getByText('No match.')).toBeVisible()
    const rows = page.getByRole('listbox').getByRole('option')
    await zoneField(page).fill('my time')
    await expect(rows).toHaveText([/^Berlin/])
    await zoneField(page).fill('')
    await expect(page.getByRole('group', { name: 'Detected' }).getByRole('option')).toHaveText([/^Berlin/])
  })

  test('can be set, changed and deleted with the keyboard alone', async ({ open }) => {
    const page = await open.visit()
    await tabTo(page, 'Change')
    await page.keyboard.press('Enter')
    await expect(zoneField(page)).toBeVisible()
    await page.keyboard.type('lisb')
    await expect(page.locator('[role=option][aria-selected=true]', { hasText: 'Lisbon' })).toBeVisible()
    await page.keyboard.press('Enter')
    await tabTo(page, 'Save Lisbon')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedName(page)).toBe('Your user ID or name')
    await page.keyboard.type('keys')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved: keys is in Lisbon.')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Change')
    await page.goto('/account')
    await expect(savedRecord(page).getByText('Europe/Lisbon')).toBeVisible()
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog').locator(':focus')).toBeVisible()
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Deleted.')).toBeVisible()
  })
})
