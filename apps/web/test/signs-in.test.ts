import { expect, test } from './fixtures.ts'
import { button, pickZone, searchOf, tabTo, visitSignedIn } from './page-actions.ts'

test('somebody signs in, which saves what was chosen before, and signs out', async ({ login }) => {
  const page = await login.visit()
  await pickZone(page, 'lisbon', 'Lisbon')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Save Lisbon with Discord' })).toBeVisible()
  await page.getByRole('link', { name: 'Save Lisbon with Discord' }).click()
  // What was chosen before the login is saved by it.
  await expect(page.getByText('Signed in as nelly')).toBeVisible()
  await expect(page.getByText('Saved: nelly is in Lisbon.')).toBeVisible()
  await expect(page.getByTestId('chosen-zone')).toHaveText('Lisbon')
  await expect.poll(() => searchOf(page)).toBe('')
  const { body } = await login.client.getTimezone({ query: { id: login.discord.user.id } })
  expect(body).toMatchObject({ user: { username: 'nelly' }, timezone: 'Europe/Lisbon' })

  await button(page, 'Signed in as nelly').click()
  await button(page, 'Sign out').click()
  await expect(page.getByRole('link', { name: 'Save Berlin with Discord' })).toBeVisible()
  expect((await page.context().cookies()).filter(({ name }) => name === '__Host-session')).toEqual([])
})

test('an expired session asks for a new login and keeps the chosen zone', async ({ login }) => {
  const page = await login.visit()
  await expect(page.getByRole('link', { name: 'Sign in with Discord' }).first()).toBeVisible()
  await tabTo(page, 'Sign in with Discord')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Signed in as nelly')).toBeVisible()
  await pickZone(page, 'tokyo', 'Tokyo')
  await page.context().clearCookies()
  await button(page, 'Save').click()
  await expect(page.getByText('Your session has expired.')).toBeVisible()
  await page.getByRole('alert').getByRole('link', { name: 'Sign in with Discord' }).click()
  await expect(page.getByText('Signed in as nelly')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText('Saved: nelly is in Tokyo.')).toBeVisible()
})

test('a tab that is shown again says at once that another one has signed out', async ({ login }) => {
  const page = await visitSignedIn(login)
  const other = await page.context().newPage()
  await other.goto('/privacy')
  await button(other, 'Signed in as nelly').click()
  await button(other, 'Sign out').click()
  await expect(other.getByText('Signed in as nelly')).toHaveCount(0)
  // A headless browser does not hide a tab.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Signed in as nelly')).toHaveCount(0)
})
