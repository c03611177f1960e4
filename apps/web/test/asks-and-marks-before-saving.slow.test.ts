import { expect, test } from './fixtures.ts'
import {
  button,
  choosePreference,
  fillIn,
  focusedName,
  hold,
  pickZone,
  savedRecord,
  saveElsewhere,
  showsSaved,
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
    const highlighted = page.locator('[role=option][aria-selected=true]')
    const moves: [key: string, presses: number, position: number][] = [
      ['ArrowDown', 19, 20],
      ['ArrowUp', 19, 1],
      ['ArrowUp', 1, total],
      ['ArrowUp', 1, total - 1],
    ]
    for (const [key, presses, position] of moves) {
      for (let press = 0; press < presses; press++) await page.keyboard.press(key)
      await expect(rows.nth(position - 1)).toHaveAttribute('aria-selected', 'true')
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
    // The city of its zone is named after its country, unless it is that city.
    const [name, details] = await highlighted.locator('[dir=auto]').allInnerTexts()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('chosen-zone')).toHaveText(details?.split(' · ')[1] ?? name ?? '')
  })

  test('is deleted, or replaced under another name from elsewhere, only after a confirmation', async ({
    open,
  }) => {
    const page = await open.visit()
    await fillIn(page, { userId: 'asked', username: 'nelly' })
    await button(page, 'Save').click()
    await showsSaved(page, 'Berlin')
    await page.goto('/account')
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(savedRecord(page).getByText('nelly')).toBeVisible()

    const other = await open.visit()
    await fillIn(other, { userId: 'asked', username: 'somebody else' })
    await button(other, 'Save').click()
    await expect(other.getByText('Replace this record?')).toBeVisible()
    await other.keyboard.press('Escape')
    await expect(other.getByText('Replace this record?')).toHaveCount(0)
    await expect.poll(() => focusedName(other)).toBe('Save')
    const { body } = await open.client.getTimezone({ query: { id: 'asked' } })
    expect(body).toMatchObject({ user: { username: 'nelly' } })
    await other.keyboard.press('Enter')
    await other.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
    await expect(other.getByText('Saved: somebody else is in Berlin.')).toBeVisible()
  })

  test('has its name changed in the account, and nothing else, and is forgotten by this browser there', async ({
    open,
  }) => {
    const stored = {
      draft: {
        userId: 'before',
        username: 'nelly',
        timezone: 'Europe/Lisbon',
        isChosen: true,
      },
    }
    await saveElsewhere(open, 'before', 'Asia/Tokyo')
    const page = await open.visit('/account', { stored })
    await expect(savedRecord(page).getByText('Asia/Tokyo')).toBeVisible()
    await button(page, 'Change name').click()
    await page.getByLabel('Username').fill('Nelly K')
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: Nelly K is in Tokyo.')).toBeVisible()
    await expect(savedRecord(page).getByText('Nelly K')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Change name')
    const { body } = await open.client.getTimezone({ query: { id: 'before' } })
    expect(body).toMatchObject({ user: { username: 'Nelly K' }, timezone: 'Asia/Tokyo' })

    const other = await page.context().newPage()
    await other.goto('/')
    await expect(other.getByRole('link', { name: 'Your account' })).toBeVisible()
    await button(page, 'Forget me on this device').click()
    await expect(page.getByRole('link', { name: 'Your account' })).toHaveCount(0)
    // Other windows know at once.
    await expect(other.getByRole('link', { name: 'Your account' })).toHaveCount(0)
    expect((await open.client.getTimezone({ query: { id: 'before' } })).status).toBe(200)
  })

  test('whose answer comes after the view was left is remembered all the same', async ({ open }) => {
    const page = await open.visit('/meet')
    await page.getByRole('link', { name: 'Now', exact: true }).click()
    await fillIn(page, { userId: 'late', username: 'nelly' })
    const release = await hold(page, '**/v1/set')
    await button(page, 'Save').click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Saving…' })).toBeVisible()
    await page.goBack()
    release()
    await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  })

  test('of somebody who gives their id on another device keeps its name, after they are asked', async ({
    open,
  }) => {
    await saveElsewhere(open, 'moved', 'Asia/Tokyo', 'Mo')
    const page = await open.visit()
    await button(page, 'Save Berlin').click()
    // Somebody else in the same zone.
    await page.getByLabel('Your user ID or name').fill('8')
    await button(page, 'Save').click()
    await expect(page.getByText('Are you Zoë?')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.getByLabel('Your user ID or name').fill('moved')
    await button(page, 'Save').click()
    await expect(page.getByText('This ID belongs to Mo, in Tokyo. If that’s you, save Berlin.')).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save Berlin' }).click()
    await expect(page.getByText('Saved: Mo is in Berlin.')).toBeVisible()
    await showsSaved(page, 'Berlin')
  })
})

test.describe('the page on which people set their zone', () => {
  test('offers to reload, and keeps what was typed, when a part of it is gone after an update', async ({
    open,
  }) => {
    const page = await open.visit()
    await fillIn(page, { userId: 'kept', username: 'nelly' })
    await page.keyboard.press('Escape')
    let attempts = 0
    await page.route('**/assets/everyone-page*.js', (route) => {
      attempts += 1
      return route.fulfill({ status: 404, body: '' })
    })
    await page.getByRole('link', { name: 'Everyone' }).click()
    await expect(page.getByText('A new version is available.')).toBeVisible()
    expect(attempts).toBeGreaterThanOrEqual(1)
    await page.getByRole('link', { name: 'Now' }).click()
    await button(page, 'Save Berlin').click()
    await expect(page.getByLabel('Username')).toHaveValue('nelly')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Everyone' }).click()
    await page.unroute('**/assets/everyone-page*.js')
    await button(page, 'Reload').click()
    await expect(page.getByRole('heading', { name: 'Where everyone is' })).toBeVisible()
  })

  test('offers to reload when a language is gone, and stays as it is', async ({ open }) => {
    const page = await open.visit('/')
    await page.route('**/assets/*de-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await choosePreference(page, 'Deutsch')
    const offer = page.getByRole('alert').filter({ hasText: 'A new version is available.' })
    await expect(offer.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect(offer).not.toContainText('kept')
    await expect(button(page, 'Change')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.unroute('**/assets/*de-*.js')
    await offer.getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })

  test('moves nothing while an id is typed', async ({ open }) => {
    const stored = { people: ['2', '3'] }
    const page = await open.visit('/', { stored, reducedMotion: 'reduce' })
    await button(page, 'Save Berlin').click()
    const sheet = page.getByRole('dialog')
    const field = page.getByLabel('Your user ID or name')
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await field.fill('')
      const before = await sheet.boundingBox()
      await field.fill('80351110224678912')
      await expect(field).toHaveValue('80351110224678912')
      expect(await sheet.boundingBox(), `${width} pixels wide`).toEqual(before)
    }
  })

  test('has what to do on a phone’s first screen', async ({ open }) => {
    const page = await open.visit('/', { viewport: { width: 390, height: 844 } })
    await expect(page.getByText('Never answer')).toBeVisible()
    for (const [width, height] of [
      [390, 844],
      [390, 664],
      [360, 640],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(button(page, 'Save Berlin')).toBeInViewport({ ratio: 1 })
    }
  })

  test('shows the outcome of a save on the smallest screen, below the picker', async ({ open }) => {
    const page = await open.visit('/', { viewport: { width: 360, height: 640 } })
    await fillIn(page, { userId: 'small', username: 'nelly' })
    await button(page, 'Save').click()
    const toast = page.locator('.toast')
    await expect(page.getByText('Saved: nelly is in Berlin.')).toBeInViewport({ ratio: 1 })
    await button(page, 'Change').click()
    await expect(page.getByRole('option').first()).toBeVisible()
    const isOnTop = await toast.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isOnTop).toBe(false)
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
    await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
    expect((await open.client.getTimezone({ query: { id: 'focus' } })).status).toBe(404)
    await page.getByLabel('Username').fill('nelly')
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Change')
    await page.goto('/account')
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Deleted.')).toBeVisible()
    await expect.poll(() => focusedName(page)).toMatch(/^Undo/)
  })
})
