import { expect, test } from './fixtures.ts'
import { button, fillIn } from './page-actions.ts'

test('who saves on a friend’s page stays there, has the friend in their list, and can send their own link', async ({
  open,
}) => {
  const page = await open.visit('/u/6', { permissions: ['clipboard-read', 'clipboard-write'] })
  await fillIn(page, { userId: 'brought-back', username: 'reader' })
  await button(page, 'Save').click()
  await expect(page.getByText('Saved: reader is in Berlin.')).toBeVisible()
  await expect(page).toHaveURL(/[/]u[/]6$/)
  await expect(page.getByRole('link', { name: 'In my people' })).toBeVisible()
  await button(page, 'Send Kenji your link').click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${open.address}/u/brought-back`)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Kenji' })).toBeVisible()
})

test('a login on a friend’s page saves and returns there, in another language, too', async ({ login }) => {
  const friend = await login.visit()
  await friend.getByRole('link', { name: 'Save Berlin with Discord' }).click()
  await expect(friend.getByText('Saved: nelly is in Berlin.')).toBeVisible()
  const { id } = login.discord.user
  login.discord.user = { id: `9${id}`, username: 'maya' }

  const page = await login.visit(`/u/${id}`, { locale: 'de-DE', timezoneId: 'Asia/Tokyo' })
  await page.getByRole('link', { name: 'Tokio mit Discord speichern' }).click()
  await expect(page.getByText('Gespeichert: maya ist in Tokio.')).toBeVisible()
  await expect(page).toHaveURL(`${login.address}/u/${id}`)
  await expect(page.getByRole('link', { name: 'In meiner Liste' })).toBeVisible()
  await expect(button(page, 'nelly deinen Link schicken')).toBeVisible()
})
