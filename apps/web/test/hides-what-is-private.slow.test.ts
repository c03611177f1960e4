import type { Page } from '@playwright/test'
import { expect, type LoginSite, test } from './fixtures.ts'
import { focusedName, showsSaved, tabTo, visitWithRecord } from './page-actions.ts'
import { ACCOUNT_ANSWERS } from './shown-answers.ts'

const choice = (page: Page, name: string) => page.getByRole('radio', { name })

test.describe('who sees my time zone', () => {
  test('is chosen in the account; a private one looks to others as if there were none', async ({ login }) => {
    const { page, id } = await openRecord(login)
    await expect(choice(page, 'Public')).toBeChecked()
    const nobody = '9'.repeat(id.length)
    const other = await login.visit(`/?ids=${id},${nobody}`, { follows: true })
    const rows = other.getByRole('list', { name: 'Local times' }).getByRole('listitem')
    await expect(rows.filter({ hasText: 'nelly' })).toBeVisible()

    await choice(page, 'Private').click()
    await expect(page.getByText('Saved: only you see your time zone now.')).toBeVisible()
    await page.reload()
    await expect(choice(page, 'Private')).toBeChecked()

    // The open page learns of it without a reload, and a new visit finds nothing.
    await expect(rows.filter({ hasText: 'nelly' })).toHaveCount(0)
    await other.reload()
    await expect(other.getByText('2 without a time zone')).toBeVisible()
    const without = other.locator('.people-without li')
    const [mine, theirs] = await Promise.all(
      [id, nobody].map((user) => without.filter({ hasText: user }).locator('p').innerHTML()),
    )
    expect(mine?.replaceAll(id, '')).toBe(theirs?.replaceAll(nobody, ''))
  })

  test('can be chosen with the keyboard alone: the last choice stays, and so does the focus', async ({
    login,
  }) => {
    const { page } = await openRecord(login)
    await expect(choice(page, 'Public')).toBeVisible()
    const sent: string[] = []
    await page.route('**/v1/visibility', (route) => {
      sent.push(route.request().postDataJSON().visibility)
      return route.continue()
    })
    await tabTo(page, /^PublicEveryone sees it/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Saved: only you see your time zone now.')).toBeVisible()
    expect(sent).toEqual(['unlisted', 'private'])
    await expect(choice(page, 'Private')).toBeChecked()
    await expect.poll(() => focusedName(page)).toMatch(/^Private/)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Saved: your time zone is unlisted now.')).toBeVisible()
    expect(await storedVisibility(page)).toBe('unlisted')
  })

  test('stays what it was when the service does not answer, and the page says so', async ({ login }) => {
    const { page } = await openRecord(login)
    await expect(choice(page, 'Public')).toBeVisible()
    await page.context().setOffline(true)
    await choice(page, 'Private').click()
    const alert = page.getByRole('alert').filter({ hasText: 'Your choice wasn’t saved.' })
    await expect(alert.getByText('The service can’t be reached.')).toBeVisible()
    await expect(choice(page, 'Public')).toBeChecked()
    await expect.poll(() => focusedName(page)).toMatch(/^Private/)
    // Everything is still there: being offline signs nobody out.
    await expect(page.getByText('Signed in as nelly')).toBeVisible()
    await page.context().setOffline(false)
    await choice(page, 'Private').click()
    await expect(page.getByText('Saved: only you see your time zone now.')).toBeVisible()
    await expect(alert).toHaveCount(0)
  })

  test('asks for a new login when the session has ended, and shows what is stored', async ({ login }) => {
    const { page } = await openRecord(login)
    await expect(choice(page, 'Public')).toBeVisible()
    await page.context().clearCookies()
    await choice(page, 'Private').click()
    await expect(page.getByText('Your choice wasn’t saved. You’re no longer signed in.')).toBeVisible()
    await expect(choice(page, 'Public')).toBeChecked()
    await page.getByRole('group', { name: 'Who sees your time zone' }).getByRole('link').click()
    await expect(page.getByText('Signed in as nelly')).toBeVisible()
  })

  test('is not asked where anyone can write: a private record would be hidden from the person it is about', async ({
    open,
  }) => {
    const answers = { ...ACCOUNT_ANSWERS, '/v1/auth': { ...ACCOUNT_ANSWERS['/v1/auth'], writes: 'open' } }
    const stored = { draft: { userId: '80351110224678912', username: 'nelly' } }
    const page = await open.visit('/account/visibility', { answers, stored })
    await expect(page.getByText('This device')).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    // Once the network is idle, a script with the choice would have been loaded if it were wanted.
    await page.goto('/', { waitUntil: 'networkidle' })
    await showsSaved(page, 'Berlin')
    await expect(page.getByRole('radio')).toHaveCount(0)
  })
})

/** Who sees the record of somebody new who is signed in. */
async function openRecord(site: LoginSite) {
  const page = await visitWithRecord(site, '/account/visibility')
  return { page, id: site.discord.user.id }
}

async function storedVisibility(page: Page): Promise<unknown> {
  const me = await page.evaluate(async () => (await fetch('/v1/me')).json())
  return (me as { visibility: unknown }).visibility
}
