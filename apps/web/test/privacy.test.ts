import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import { describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, tabTo } from './page-actions.ts'

describe.skipIf(browserMissing !== undefined)('the privacy page', () => {
  test('is linked in the footer, reflects the configuration, and works with the keyboard alone', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({
      AUTH: 'required',
      PRIVACY_CONTACT: 'mailto:privacy@timezones.example',
      SESSION_TTL_SECONDS: String(14 * 86_400),
      SESSION_IDLE_SECONDS: String(36 * 3600),
      LOG_REQUESTS: 'errors',
      LOG_RETENTION_DAYS: '9',
      ...discord.env,
    })
    const { page, complaints } = await browser.openPage({ path: '/everyone' })
    await page.getByText('Nobody has saved a time zone yet.').waitFor()
    await tabTo(page, 'Privacy')
    await page.keyboard.press('Enter')
    await page.getByText('For each time you sign in with Discord:').waitFor()
    expect(new URL(page.url()).pathname).toBe('/privacy')
    expect(await page.title()).toBe('Privacy · Timezone Registry')
    await page.getByText('Only you see it.').waitFor()
    await page
      .getByText('at most 14 days, and you are signed out if you don’t come back for 36 hours')
      .waitFor()
    await page.getByText('Each request that failed:').waitFor()
    await page.getByText('The operator keeps the log for 9 days.').waitFor()
    const contact = page.getByRole('link', { name: 'privacy@timezones.example' })
    expect(await contact.getAttribute('href')).toBe('mailto:privacy@timezones.example')
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.getByText('Sign in to see what is stored about you').waitFor()
    expect(complaints).toEqual([])
  })

  test('warns where nobody signs in, and promises neither a choice nor an account', async () => {
    await using browser = await openBrowser()
    const { page } = await browser.openPage({ path: '/privacy' })
    await page.getByText('Anyone who can open this page can look up, change and delete any record').waitFor()
    await page.getByText('The operator hasn’t published a contact address.').waitFor()
    expect(await page.getByText('You choose who sees your time zone').count()).toBe(0)
    expect(await page.getByText('You stay signed in').count()).toBe(0)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.getByText('You seem to be in').waitFor()
  })

  test('is German in a German browser', async () => {
    await using browser = await openBrowser({ LOG_RETENTION_DAYS: '1', LOG_REQUESTS: 'all' })
    const { page } = await browser.openPage({ path: '/privacy', locale: 'de-DE' })
    await page.getByText('Der Betreiber bewahrt das Protokoll 1 Tag lang auf.').waitFor()
    expect(await page.title()).toBe('Datenschutz · Timezone Registry')
  })

  test('says so and offers to try again when the service does not answer', async () => {
    await using browser = await openBrowser()
    const { page } = await browser.openPage()
    await page.route('**/v1/privacy.json', (route) => route.abort())
    await page.goto(`${browser.address}/privacy`)
    await page.getByText('Couldn’t reach the service.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.unroute('**/v1/privacy.json')
    await button(page, 'Try again').click()
    await page.getByRole('heading', { name: 'What is stored' }).waitFor()
  })
})

describe.skipIf(browserMissing !== undefined)('the footer', () => {
  test('says who can look up records, before and after a login', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', READS: 'required', ...discord.env })
    const { page } = await browser.openPage()
    const closed = page.getByText(
      'Anyone signed in can look up a time zone by user ID, unless it is private.',
    )
    await closed.waitFor()
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await page.getByText('Signed in as nelly').waitFor()
    await closed.waitFor()
    expect(await page.getByText('Anyone who knows a user ID').count()).toBe(0)
  })
})
