import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, tabTo } from './page-actions.ts'

test.describe('the privacy page', () => {
  test('is linked in the footer, reflects the configuration, and works with the keyboard alone', async ({
    login,
  }) => {
    const page = await login.visit('/everyone')
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    await tabTo(page, 'Privacy')
    await page.keyboard.press('Enter')
    await expect(page.getByText('For each time you sign in with Discord:')).toBeVisible()
    await expect(page).toHaveURL('/privacy')
    await expect(page).toHaveTitle('Privacy · Timezone Registry')
    await expect(page.getByText('Only you see it.')).toBeVisible()
    await expect(
      page.getByText('at most 14 days, and you are signed out if you don’t come back for 36 hours'),
    ).toBeVisible()
    await expect(page.getByText('Each request that failed:')).toBeVisible()
    await expect(page.getByText('The operator keeps the log for 9 days.')).toBeVisible()
    const contact = page.getByRole('link', { name: 'privacy@timezones.example' })
    await expect(contact).toHaveAttribute('href', 'mailto:privacy@timezones.example')
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await expect(page.getByText('Sign in to see what is stored about you')).toBeVisible()
  })

  test('warns where nobody signs in, and promises neither a choice nor an account', async ({ open }) => {
    const page = await open.visit('/privacy')
    await expect(
      page.getByText('Anyone who can open this page can look up, change and delete any record'),
    ).toBeVisible()
    await expect(page.getByText('The operator hasn’t published a contact address.')).toBeVisible()
    await expect(page.getByText('You choose who sees your time zone')).toHaveCount(0)
    await expect(page.getByText('You stay signed in')).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page.getByText('You seem to be in')).toBeVisible()
  })

  test('says that only people who have signed in can look up records, where that is so', async ({
    closed,
  }) => {
    const page = await closed.visit('/privacy')
    await expect(page.getByText('Only people who have signed in, and programs with a key, can')).toBeVisible()
    await expect(page.getByText('Anyone can look up a record')).toHaveCount(0)
  })

  test('says so and offers to try again when the service does not answer', async ({ open }) => {
    const before = (page: Page) => page.route('**/v1/privacy.json', (route) => route.abort())
    const page = await open.visit('/privacy', { before })
    await expect(page.getByText('The service can’t be reached.')).toBeVisible()
    await page.unroute('**/v1/privacy.json')
    await button(page, 'Try again').click()
    await expect(page.getByRole('heading', { name: 'What is stored' })).toBeVisible()
  })
})
