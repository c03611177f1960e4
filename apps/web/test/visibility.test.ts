import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, fillIn, focusedName, savedRecord, signIn, tabTo } from './page-actions.ts'

const choice = (page: Page, name: string) => page.getByRole('radio', { name })

describe.skipIf(browserMissing !== undefined)('who sees my time zone', () => {
  let discord: Awaited<ReturnType<typeof startTestDiscord>>
  let browser: Awaited<ReturnType<typeof openBrowser>>
  let people = 0
  beforeAll(async () => {
    discord = await startTestDiscord()
    browser = await openBrowser({ AUTH: 'required', ...discord.env })
  })
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]()
    await discord?.[Symbol.asyncDispose]()
  })

  /** The first page, with somebody new signed in and their record saved. */
  async function openRecord() {
    people++
    discord.user = { id: String(1000 + people), username: 'nelly' }
    const opened = await browser.openPage()
    await signIn(opened.page)
    await button(opened.page, 'Save').click()
    await savedRecord(opened.page).getByText('nelly').waitFor()
    return { ...opened, id: discord.user.id }
  }

  test('is chosen where the record is shown; a private one looks to others as if there were none', async () => {
    const { page, complaints, id } = await openRecord()
    expect(await choice(page, 'Public').isChecked()).toBe(true)
    expect(await findAxeViolations(page)).toEqual([])
    const nobody = '9'.repeat(id.length)
    const { page: other } = await browser.openPage({ path: `/people?ids=${id},${nobody}` })
    const rows = other.getByRole('list', { name: 'Local times' }).getByRole('listitem')
    await rows.filter({ hasText: 'nelly' }).waitFor()

    await choice(page, 'Private').click()
    await page.getByText('Saved: only you see your time zone now.').waitFor()
    await page.reload()
    await savedRecord(page).getByText('nelly').waitFor()
    await expect.poll(() => choice(page, 'Private').isChecked()).toBe(true)

    // The open page learns of it without a reload, and a new visit finds nothing.
    await rows.filter({ hasText: 'nelly' }).waitFor({ state: 'detached' })
    await other.reload()
    await expect.poll(() => rows.filter({ hasText: 'no saved time zone' }).count()).toBe(2)
    const [mine, theirs] = await Promise.all(
      [id, nobody].map((user) => rows.filter({ hasText: user }).innerHTML()),
    )
    expect(mine?.replaceAll(id, '')).toBe(theirs?.replaceAll(nobody, ''))
    expect(complaints).toEqual([])
  })

  test('can be chosen with the keyboard alone: the last choice stays, and so does the focus', async () => {
    const { page } = await openRecord()
    await choice(page, 'Public').waitFor()
    const sent: string[] = []
    await page.route('**/v1/visibility', (route) => {
      sent.push(route.request().postDataJSON().visibility)
      return route.continue()
    })
    await tabTo(page, 'PublicEveryone sees it: in lists, in search and under “Everyone”.')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByText('Saved: only you see your time zone now.').waitFor()
    expect(sent).toEqual(['unlisted', 'private'])
    expect(await choice(page, 'Private').isChecked()).toBe(true)
    expect(await focusedName(page)).toMatch(/^Private/)
    await page.keyboard.press('ArrowUp')
    await page.getByText('Saved: your time zone is unlisted now.').waitFor()
    expect(await storedVisibility(page)).toBe('unlisted')
  })

  test('stays what it was when the service does not answer, and the page says so', async () => {
    const { page } = await openRecord()
    await choice(page, 'Public').waitFor()
    await page.context().setOffline(true)
    await choice(page, 'Private').click()
    const alert = page.getByRole('alert').filter({ hasText: 'Your choice wasn’t saved.' })
    await alert.getByText('The service can’t be reached.').waitFor()
    expect(await choice(page, 'Public').isChecked()).toBe(true)
    expect(await focusedName(page)).toMatch(/^Private/)
    // Everything is still there: being offline signs nobody out.
    await page.getByText('Signed in as nelly').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.context().setOffline(false)
    await choice(page, 'Private').click()
    await page.getByText('Saved: only you see your time zone now.').waitFor()
    expect(await alert.count()).toBe(0)
  })

  test('asks for a new login when the session has ended, and shows what is stored', async () => {
    const { page } = await openRecord()
    await choice(page, 'Public').waitFor()
    await page.context().clearCookies()
    await choice(page, 'Private').click()
    await page.getByText('Your choice wasn’t saved. Please sign in again.').waitFor()
    expect(await choice(page, 'Public').isChecked()).toBe(true)
    await page.getByRole('group', { name: 'Who sees your time zone' }).getByRole('link').click()
    await page.getByText('Signed in as nelly').waitFor()
  })

  test('survives a delete: a record that is not public has no Undo, which would publish it', async () => {
    const { page } = await openRecord()
    await choice(page, 'Private').click()
    await page.getByText('Saved: only you see your time zone now.').waitFor()
    await button(page, 'Delete').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('This can’t be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.').waitFor()
    await expect.poll(() => focusedName(page)).toBe('Saved record')
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
})

describe.skipIf(browserMissing !== undefined)('who sees a record', () => {
  test('is not asked where anyone can write: a private record would be hidden from its own form', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'open', ...discord.env })
    const { page } = await browser.openPage()
    await signIn(page)
    await fillIn(page, { userId: discord.user.id, username: 'nelly' })
    await button(page, 'Save').click()
    await savedRecord(page).getByText('nelly').waitFor()
    await expect.poll(() => storedVisibility(page)).toBe('public')
    await page.goto(`${browser.address}/account`)
    await page.getByText('This device').waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
    // Once the network is idle, a script with the choice would have been loaded if it were wanted.
    await page.goto(browser.address, { waitUntil: 'networkidle' })
    await savedRecord(page).getByText('nelly').waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
  })
})

async function storedVisibility(page: Page): Promise<unknown> {
  const me = await page.evaluate(async () => (await fetch('/v1/me')).json())
  return (me as { visibility: unknown }).visibility
}
