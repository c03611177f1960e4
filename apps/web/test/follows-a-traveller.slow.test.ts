import { expect, type LoginSite, test } from './fixtures.ts'
import { button, fillIn, pickZone, showsSaved, visitWithRecord } from './page-actions.ts'

test.describe('somebody whose device is in another zone than the saved one', () => {
  test('is asked once; Keep changes nothing', async ({ login }) => {
    const storageState = await saveBerlin(login)
    const page = await login.visit('/', { storageState, timezoneId: 'Asia/Tokyo' })
    await expect(page.getByText('This device is set to Tokyo, 8 h ahead of Berlin.')).toBeVisible()
    await button(page, 'Keep Berlin').click()
    await expect(page.getByText('This device is set to')).toHaveCount(0)
    await page.reload({ waitUntil: 'networkidle' })
    await showsSaved(page, 'Berlin')
    await expect(page.getByText('This device is set to')).toHaveCount(0)
  })

  test('has the zone of the device saved if they say so, and is asked again when they are back', async ({
    login,
  }) => {
    const storageState = await saveBerlin(login)
    const page = await login.visit('/', { storageState, timezoneId: 'Asia/Tokyo' })
    await button(page, 'Switch to Tokyo').click()
    await showsSaved(page, 'Tokyo')
    await expect(page.getByText('This device is set to')).toHaveCount(0)
    const back = await login.visit('/', { storageState: await page.context().storageState() })
    await expect(back.getByText('This device is set to Berlin')).toBeVisible()
  })

  test('is not asked about a zone that they have just chosen here', async ({ login }) => {
    const storageState = await saveBerlin(login)
    const page = await login.visit('/', { storageState })
    await button(page, 'Change').click()
    await page.getByRole('combobox', { name: 'Time zone' }).fill('lisbon')
    await page.getByRole('option', { name: 'Lisbon' }).first().click()
    await button(page, 'Save').click()
    await showsSaved(page, 'Lisbon')
    await expect(page.getByText('This device is set to')).toHaveCount(0)
  })
})

test('a browser that hides its zone is in no place, and in no meeting that suits everyone', async ({
  open,
  login,
}) => {
  const page = await open.visit('/', { timezoneId: 'GMT' })
  await expect(page.locator('.hero').getByText('Where are you?')).toBeVisible()
  await expect(page.getByText('You seem to be in')).toHaveCount(0)
  await page.goto('/u/6')
  await expect(page.getByRole('heading', { name: 'Kenji', exact: true })).toBeVisible()
  await expect(page.getByText('ahead of you')).toHaveCount(0)
  await page.goto('/meet?ids=6')
  await expect(page.getByText('you · no saved time zone')).toBeVisible()
  await expect(page.locator('.time-choice').first()).toContainText('1 of 1')
  const storageState = await saveBerlin(login)
  const hidden = await login.visit('/', { storageState, timezoneId: 'GMT' })
  await showsSaved(hidden, 'Berlin')
  await expect(hidden.getByText('This device is set to')).toHaveCount(0)
})

test('a detected zone follows a traveller: it is never taken for a choice', async ({ open }) => {
  const page = await open.visit('/', { timezoneId: 'Europe/Berlin' })
  await fillIn(page, { userId: 'traveller', username: 'nelly' })
  await page.keyboard.press('Escape')
  const storageState = await page.context().storageState()
  const away = await open.visit('/', { timezoneId: 'Asia/Tokyo', storageState })
  await expect(away.getByTestId('chosen-zone')).toHaveText('Tokyo')
  await button(away, 'Save Tokyo').click()
  await expect(away.getByLabel('Username')).toHaveValue('nelly')
  await away.keyboard.press('Escape')
  await pickZone(away, 'lisbon', 'Lisbon')
  await away.reload()
  await expect(away.getByTestId('chosen-zone')).toHaveText('Lisbon')
})

/** Somebody new with Berlin saved, and their browser's storage, with which they travel. */
async function saveBerlin(site: LoginSite) {
  const page = await visitWithRecord(site, '/favicon.svg')
  return page.context().storageState()
}
