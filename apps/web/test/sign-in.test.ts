import { freePort } from '@timezone-registry/test-servers/free-port'
import { startTestDiscord, startTestIssuer } from '@timezone-registry/test-servers/login-providers'
import { describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, pickZone, savedRecord, tabTo } from './page-actions.ts'

describe.skipIf(browserMissing !== undefined)('with a login', () => {
  test('somebody signs in with OpenID Connect, saves and deletes their own record, and signs out', async () => {
    const PORT = String(await freePort())
    await using issuer = await startTestIssuer({
      redirectUris: [`http://127.0.0.1:${PORT}/auth/oidc/callback`],
    })
    await using browser = await openBrowser({ PORT, AUTH: 'required', ...issuer.env })
    const { page, complaints } = await browser.openPage()
    await pickZone(page, 'lisbon', 'Lisbon')
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.getByLabel('User ID').count()).toBe(0)
    await page.getByText('Sign in to save it').waitFor()
    await page.getByRole('link', { name: 'Sign in with 127.0.0.1' }).last().click()

    // On the provider's pages.
    await page.locator('input[name=login]').fill('alice')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()

    // What was chosen before the login is saved by it.
    await page.getByText('Signed in as alice the person').waitFor()
    await page.getByText('Saved: alice the person is in Lisbon.').waitFor()
    expect(await page.getByTestId('chosen-zone').textContent()).toBe('Lisbon')
    expect(new URL(page.url()).search).toBe('')
    const listed = await fetch(`${browser.address}/list`)
    expect(await listed.json()).toEqual({
      alice: { username: 'alice the person', timezone: 'Europe/Lisbon' },
    })
    expect(await findAxeViolations(page)).toEqual([])

    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await savedRecord(page).getByText('Europe/Lisbon').waitFor()

    await button(page, 'Signed in as alice the person').click()
    await button(page, 'Sign out').click()
    await page.getByText('Sign in to save it').waitFor()
    expect((await page.context().cookies()).filter(({ name }) => name === '__Host-session')).toEqual([])
    expect(complaints).toEqual([])
  })

  test('an expired session asks for a new login and keeps the chosen zone', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
    const { page } = await browser.openPage({ path: '/' })
    await tabTo(page, 'Sign in with Discord')
    await page.keyboard.press('Enter')
    await page.getByText('Signed in as nelly').waitFor()
    await pickZone(page, 'tokyo', 'Tokyo')
    await page.context().clearCookies()
    await button(page, 'Save').click()
    await page.getByText('Your session has expired.').waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'Sign in with Discord' }).click()
    await page.getByText('Signed in as nelly').waitFor()
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly is in Tokyo.').waitFor()
  })

  test('after declining, a person is back where they were, and the note is gone once they open another view', async () => {
    await using discord = await startTestDiscord()
    discord.fault = 'denies'
    await using browser = await openBrowser({ AUTH: 'required', READS: 'required', ...discord.env })
    const { page } = await browser.openPage({ path: '/everyone' })
    await page.getByText('Sign in to look up time zones here.').waitFor()
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    const note = page.getByText('You weren’t signed in. Nothing was changed.')
    await note.waitFor()
    await page.waitForURL(({ search }) => search === '')
    await page.getByRole('link', { name: 'Now' }).click()
    await note.waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByText('Sign in to look up time zones here.').waitFor()
    expect(await note.count()).toBe(0)
    discord.fault = undefined
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await page.getByText('Nobody has saved a time zone yet.').waitFor()
  })
})

describe.skipIf(browserMissing !== undefined)('where reading needs a login', () => {
  test.for(['/people?ids=ny', '/meet?ids=ny'])(
    '%s asks for one, and counts nobody as loading',
    async (path) => {
      await using discord = await startTestDiscord()
      await using browser = await openBrowser({ AUTH: 'required', READS: 'required', ...discord.env })
      const { page } = await browser.openPage({ path })
      await page.getByText('Sign in to look up time zones here.').waitFor({ timeout: 10_000 })
      await page.getByText('couldn’t be checked').first().waitFor({ timeout: 10_000 })
      expect(await page.getByText('Loading…').count()).toBe(0)
      await page.getByRole('main').getByRole('link', { name: 'Sign in with Discord' }).click()
      await page.getByText('no saved time zone').waitFor()
      expect(page.url()).toBe(browser.address + path)
    },
  )
})

describe.skipIf(browserMissing !== undefined)('a save that a login completes', () => {
  test('is undone by Undo: what was there before is back', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
    const { page } = await browser.openPage()
    await page.getByRole('link', { name: 'Sign in with Discord' }).last().click()
    await page.getByText('Saved: nelly is in Berlin.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await savedRecord(page).getByText('Nothing saved yet.').waitFor()
    await button(page, 'Save').click()
    await savedRecord(page).getByText('Europe/Berlin').waitFor()

    // The same person on another device, in another zone: Undo restores the first.
    const { page: away } = await browser.openPage({ timezoneId: 'Asia/Tokyo' })
    await away.getByRole('link', { name: 'Sign in with Discord' }).last().click()
    await away.getByText('Saved: nelly is in Tokyo.').waitFor()
    await away.getByRole('button', { name: 'Undo' }).click()
    await away.getByText('Saved: nelly is in Berlin.').waitFor()
    await savedRecord(away).getByText('Europe/Berlin').waitFor()
  })

  test('happens only in the browser that began it: a link with its state saves nothing', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
    const { page } = await browser.openPage()
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await page.getByText('Signed in as nelly').waitFor()
    await page.goto(`${browser.address}/?save=1-2-3-4`)
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await savedRecord(page).getByText('Nothing saved yet.').waitFor()
    expect(await page.getByText('Saved:').count()).toBe(0)
  })
})

describe.skipIf(browserMissing !== undefined)('the account menu', () => {
  test('stays on a phone’s screen, and Esc closes it', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
    const { page } = await browser.openPage({ viewport: { width: 360, height: 640 } })
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await page.getByRole('button', { name: 'Signed in as nelly' }).click()
    const box = await button(page, 'Sign out on all devices').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
    await page.keyboard.press('Escape')
    await button(page, 'Sign out on all devices').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Signed in as nelly')
  })
})

describe.skipIf(browserMissing !== undefined)('a login that cannot be finished', () => {
  test('shows the page with the reason, not JSON', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
    const { page } = await browser.openPage({ path: '/auth/discord/callback?code=stale&state=unknown' })
    await page.getByText('Signing in didn’t work. Please try again.').waitFor()
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await page.getByText('Signed in as nelly').waitFor()
    expect(await page.getByText('Signing in didn’t work.').count()).toBe(0)
  })
})
