import { freePort } from '@timezone-registry/test-servers/free-port'
import { startTestDiscord, startTestIssuer } from '@timezone-registry/test-servers/login-providers'
import { describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, findAxeViolations, pickZone, savedRecord, tabTo } from './page-actions.ts'

describe.skipIf(browserMissing !== undefined)('with a login', () => {
  test('somebody signs in at a real OpenID provider, sets and deletes his own record without an id, and signs out', async () => {
    const PORT = String(await freePort())
    await using issuer = await startTestIssuer({
      redirectUris: [`http://127.0.0.1:${PORT}/auth/oidc/callback`],
    })
    await using browser = await openBrowser({ PORT, AUTH: 'required', ...issuer.env })
    const { page, complaints } = await browser.openPage()
    await pickZone(page, 'lisbon', 'Europe/Lisbon')
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.getByLabel('User id').count()).toBe(0)
    await page.getByText('Sign in to save it').waitFor()
    await page.getByRole('link', { name: 'Sign in with 127.0.0.1' }).last().click()

    // The provider's own pages.
    await page.locator('input[name=login]').fill('alice')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByText('Signed in as alice the person').waitFor()
    expect(await page.getByTestId('chosen-zone').textContent()).toBe('Lisbon')
    await button(page, 'Save').click()
    await page.getByText('Saved: alice the person is in Europe/Lisbon.').waitFor()
    const listed = await fetch(`${browser.address}/list`)
    expect(await listed.json()).toEqual({
      alice: { username: 'alice the person', timezone: 'Europe/Lisbon' },
    })
    expect(await findAxeViolations(page)).toEqual([])

    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await savedRecord(page).getByText('Europe/Lisbon').waitFor()

    await page.getByText('Signed in as alice the person').click()
    await button(page, 'Sign out').click()
    await page.getByText('Sign in to save it').waitFor()
    expect((await page.context().cookies()).filter(({ name }) => name === 'session')).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a session that ends meanwhile is told of, and what was chosen is kept over the next login', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
    const { page } = await browser.openPage({ path: '/' })
    await tabTo(page, 'Sign in with Discord')
    await page.keyboard.press('Enter')
    await page.getByText('Signed in as nelly').waitFor()
    await pickZone(page, 'tokyo', 'Asia/Tokyo')
    await page.context().clearCookies()
    await button(page, 'Save').click()
    await page.getByText('Your session has ended.').waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'Sign in with Discord' }).click()
    await page.getByText('Signed in as nelly').waitFor()
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly is in Asia/Tokyo.').waitFor()
  })

  test('somebody who says no at the provider is back where he was', async () => {
    await using discord = await startTestDiscord()
    discord.fault = 'denies'
    await using browser = await openBrowser({ AUTH: 'required', READS: 'required', ...discord.env })
    const { page } = await browser.openPage({ path: '/everyone' })
    await page.getByText('The records here are for those who are signed in.').waitFor()
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await page.getByText('You did not sign in. Nothing was changed.').waitFor()
    discord.fault = undefined
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await page.getByText('Nobody has saved a timezone yet.').waitFor()
  })
})
