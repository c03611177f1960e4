import { expect, test } from './fixtures.ts'
import {
  button,
  fillIn,
  focusedName,
  pickOnMap,
  pickZone,
  row,
  savedRecord,
  zoneField,
} from './page-actions.ts'

test.describe('my record', () => {
  test('can be picked from a long list by keyboard: the highlighted row is always visible', async ({
    open,
  }) => {
    const page = await open.visit()
    await button(page, 'Change').click()
    await zoneField(page).fill('new')
    await expect(page.getByRole('option', { name: 'New York' }).first()).toBeVisible()
    const rows = page.getByRole('listbox').getByRole('option')
    const total = await rows.count()
    expect(total).toBeGreaterThan(20)
    const highlighted = page.locator('[role=option][data-highlighted]')
    const moves: [key: string, presses: number, position: number][] = [
      ['ArrowDown', 19, 20],
      ['ArrowUp', 19, 1],
      ['ArrowUp', 1, total],
      ['ArrowUp', 1, total - 1],
    ]
    for (const [key, presses, position] of moves) {
      for (let press = 0; press < presses; press++) await page.keyboard.press(key)
      await expect(rows.nth(position - 1)).toHaveAttribute('data-highlighted')
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
    const zone = (await highlighted.getAttribute('data-zone')) ?? ''
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('chosen-zone')).toHaveText(
      zone.split('/').at(-1)?.replaceAll('_', ' ') ?? '',
    )
  })

  test('can be picked on the map, confirmed by a click', async ({ open }) => {
    const page = await open.visit()
    // The middle of Australia: one zone for far around.
    await pickOnMap(page, [133.9, -20])
    await page.getByRole('button', { name: 'Use Darwin' }).click()
    await expect(page.getByTestId('chosen-zone')).toHaveText('Darwin')
  })

  test('is deleted or replaced under another name only after a confirmation', async ({ open }) => {
    const page = await open.visit()
    await fillIn(page, { userId: 'asked', username: 'nelly' })
    await button(page, 'Save').click()
    await expect(savedRecord(page).getByText('nelly')).toBeVisible()
    await page.getByLabel('Username').fill('somebody else')
    await button(page, 'Save').click()
    await expect(page.getByText('Replace this record?')).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await expect(savedRecord(page).getByText('nelly')).toBeVisible()
    await button(page, 'Save').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
    await expect(savedRecord(page).getByText('somebody else')).toBeVisible()
  })

  test('that the service refuses is marked at its field, and nothing is saved', async ({ open }) => {
    const page = await open.visit()
    await fillIn(page, { userId: 'refused', username: 'x'.repeat(256) })
    await button(page, 'Save').click()
    await expect(page.getByText('Use 1 to 255 characters')).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
    await expect(savedRecord(page).getByText('Nothing saved yet.')).toBeVisible()
  })
})

test.describe('the page on which people set their zone', () => {
  test('offers to reload, and keeps what was typed, when a part of it is gone after an update', async ({
    open,
  }) => {
    const page = await open.visit()
    await fillIn(page, { userId: 'kept', username: 'nelly' })
    let attempts = 0
    await page.route('**/assets/everyone-page*.js', (route) => {
      attempts += 1
      return route.fulfill({ status: 404, body: '' })
    })
    await page.getByRole('link', { name: 'Everyone' }).click()
    await expect(page.getByText('A new version is available.')).toBeVisible()
    expect(attempts).toBeGreaterThanOrEqual(1)
    await page.getByRole('link', { name: 'Now' }).click()
    await expect(page.getByLabel('Username')).toHaveValue('nelly')
    await page.getByRole('link', { name: 'Everyone' }).click()
    await page.unroute('**/assets/everyone-page*.js')
    await button(page, 'Reload').click()
    await expect(page.getByRole('heading', { name: 'Where everyone is' })).toBeVisible()
  })

  test('asks before it replaces another person’s record, however fast Save is clicked', async ({ open }) => {
    const page = await open.visit()
    await fillIn(page, { userId: '3', username: 'not Maya' })
    await button(page, 'Save').click()
    await expect(page.getByText('Replace this record?')).toBeVisible()
    const { body } = await open.client.getTimezone({ query: { id: '3' } })
    expect(body).toMatchObject({ user: { username: 'Maya' } })
  })

  for (const width of [390, 1280])
    test(`moves nothing while an id is typed (${width} pixels wide)`, async ({ open }) => {
      const stored = { 'timezone-registry:people': ['2', '3'] }
      const page = await open.visit('/', { viewport: { width, height: 844 }, stored })
      await expect(row(page, 'Maya').locator('.person-ribbon')).toBeVisible()
      const before = await page.locator('#people-heading').boundingBox()
      const size = await row(page, 'Maya').boundingBox()
      await fillIn(page, { userId: '8', username: 'nelly' })
      await expect(savedRecord(page).getByText('Europe/Berlin')).toBeVisible()
      expect(await page.locator('#people-heading').boundingBox()).toEqual(before)
      expect(await row(page, 'Maya').boundingBox()).toEqual(size)
    })

  test('opens the picker above a message about an earlier save', async ({ open }) => {
    const page = await open.visit('/', { viewport: { width: 360, height: 640 } })
    await fillIn(page, { userId: '\u202e', username: 'nelly' })
    await button(page, 'Save').click()
    const toast = page.locator('.toast')
    await expect(toast).toBeVisible()
    await button(page, 'Change').click()
    await expect(page.getByRole('option').first()).toBeVisible()
    const isOnTop = await toast.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isOnTop).toBe(false)
  })

  test('shows the outcome of a save on the smallest screen, without scrolling', async ({ open }) => {
    const page = await open.visit('/', { viewport: { width: 360, height: 640 } })
    await fillIn(page, { userId: 'small', username: 'nelly' })
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly is in Berlin.')).toBeVisible()
    await expect(page.getByText('Saved: nelly is in Berlin.')).toBeInViewport({ ratio: 1 })
  })

  test('moves the focus where a keyboard user expects it: after a pick, a save, a refusal and a deletion', async ({
    open,
  }) => {
    const page = await open.visit()
    await pickZone(page, 'lisbon', 'Lisbon')
    await expect.poll(() => focusedName(page)).toBe('Change')
    await fillIn(page, { userId: 'focus', username: 'x'.repeat(256) })
    await button(page, 'Save').click()
    await expect(page.getByText('Use 1 to 255 characters')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Username')
    await page.getByLabel('Username').fill('nelly')
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Save')
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Deleted.')).toBeVisible()
    await expect.poll(() => focusedName(page)).toMatch(/^Undo/)
  })

  test('takes no zone from the open sea on the map', async ({ open }) => {
    const page = await open.visit()
    // The middle of the South Pacific.
    await pickOnMap(page, [-125, -45])
    await expect(page.getByText('That’s open sea.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0)
  })
})
