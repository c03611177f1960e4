import { freePort } from '@timezone-registry/test-servers/free-port'
import { startTestIssuer } from '@timezone-registry/test-servers/login-providers'
import { expect, provideSite, startService, test } from './fixtures.ts'
import { answer, button, dialog, pickZone, showsSaved, showsUnsaved } from './page-actions.ts'
import { ACCOUNT_ANSWERS } from './shown-answers.ts'

test('somebody signs in with OpenID Connect, on the provider’s own pages', async ({ browser }) => {
  const PORT = String(await freePort())
  await using issuer = await startTestIssuer({
    redirectUris: [`http://127.0.0.1:${PORT}/auth/oidc/callback`],
  })
  await using service = await startService({ PORT, AUTH: 'required', ...issuer.env })
  await provideSite(browser, service.address, async ({ visit }) => {
    const page = await visit()
    await pickZone(page, 'lisbon', 'Lisbon')
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Save Lisbon with 127.0.0.1' }).click()

    // On the provider's pages.
    await page.locator('input[name=login]').fill('alice')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()

    // What was chosen before the login is saved by it.
    await expect(page.getByText('Signed in as alice the person')).toBeVisible()
    await expect(page.getByText('Saved: alice the person is in Lisbon.')).toBeVisible()
  })
})

test('where the service has commands for Discord, every page offers to add them', async ({ open }) => {
  const url = 'https://discord.com/oauth2/authorize?client_id=1234567890123456789'
  const options = { ...ACCOUNT_ANSWERS['/v1/auth'], discord_install_url: url }
  const page = await open.visit('/everyone', { answers: { '/v1/auth': options } })
  await expect(page.getByRole('link', { name: 'Add to Discord' })).toHaveAttribute('href', url)
})

test.describe('where reading needs a login', () => {
  test('after declining, a person is back where they were, and the note is gone once they open another view', async ({
    closed,
  }) => {
    closed.discord.fault = 'denies'
    const page = await closed.visit('/everyone')
    await expect(page.getByText('Sign in to look up time zones here.')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    const note = page.getByText('You weren’t signed in. Nothing was changed.')
    await expect(note).toBeVisible()
    await expect(page).toHaveURL(({ search }) => search === '')
    await page.getByRole('link', { name: 'Now' }).click()
    await expect(note).toHaveCount(0)
    const signIn = page.getByRole('link', { name: 'Sign in with Discord' }).first()
    await expect(signIn).toHaveAttribute('href', '/auth/discord?redirect=%2F')
    await page.goBack()
    // The view that is left has the same text.
    await expect(page.getByRole('link', { name: 'Everyone' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('Sign in to look up time zones here.')).toBeVisible()
    await expect(note).toHaveCount(0)
    closed.discord.fault = undefined
    await expect(signIn).toHaveAttribute('href', '/auth/discord?redirect=%2Feveryone')
    await signIn.click()
    await expect(page.getByText('Nobody has saved a time zone yet.')).toBeVisible()
  })

  for (const path of ['/?ids=3', '/meet?ids=3'])
    test(`${path} asks for one, and counts nobody as loading`, async ({ closed }) => {
      const page = await closed.visit(path)
      await expect(page.getByText('Sign in to look up time zones here.')).toBeVisible()
      await expect(page.getByText(/couldn’t be checked|1 without a time zone/).first()).toBeVisible()
      await expect(page.getByText('Loading…')).toHaveCount(0)
      await page.getByRole('main').getByRole('link', { name: 'Sign in with Discord' }).last().click()
      await expect(page.getByText('no saved time zone').first()).toBeAttached()
      await expect(page).toHaveURL(path)
    })
})

test.describe('a save that a login completes', () => {
  test('is undone by Undo: what was there before is back', async ({ login }) => {
    const page = await login.visit()
    await page.getByRole('link', { name: 'Save Berlin with Discord' }).click()
    await expect(page.getByText('Saved: nelly is in Berlin.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await showsUnsaved(page)
    await button(page, 'Save').click()
    await showsSaved(page, 'Berlin')

    // The same person on another device, in another zone: Undo restores the first.
    const away = await login.visit('/', { timezoneId: 'Asia/Tokyo' })
    await away.getByRole('link', { name: 'Save Tokyo with Discord' }).click()
    await expect(away.getByText('Saved: nelly is in Tokyo.')).toBeVisible()
    await away.getByRole('button', { name: 'Undo' }).click()
    await expect(away.getByText('Saved: nelly is in Berlin.')).toBeVisible()
    await showsSaved(away, 'Berlin')
  })

  test('happens only in the browser that began it: a link with its state saves nothing', async ({
    login,
  }) => {
    const page = await login.visit()
    await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
    await expect(page.getByText('Signed in as nelly')).toBeVisible()
    await page.goto('/?save=1-2-3-4')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await showsUnsaved(page)
    await expect(page.getByText('Saved:')).toHaveCount(0)
  })

  test('is not undone once the record was changed elsewhere', async ({ login }) => {
    const page = await login.visit('/', { answers: { '/v1/events': undefined } })
    await page.getByRole('link', { name: 'Save Berlin with Discord' }).click()
    await expect(page.getByText('Saved: nelly is in Berlin.')).toBeVisible()
    await page.request.post(`${login.address}/v1/set`, { data: { timezone: 'Europe/Lisbon' } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog(page).getByText('It’s Lisbon now. Delete it anyway?')).toBeVisible()
    await answer(page, 'Keep Lisbon')
    await showsSaved(page, 'Lisbon')
  })
})

test('a login that cannot be finished shows the page with the reason, not JSON', async ({ login }) => {
  const page = await login.visit('/auth/discord/callback?code=stale&state=unknown')
  await expect(page.getByText('Signing in didn’t work. Please try again.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
  await expect(page.getByText('Signed in as nelly')).toBeVisible()
  await expect(page.getByText('Signing in didn’t work.')).toHaveCount(0)
})
