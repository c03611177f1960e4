import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { expect, type LoginSite, test } from './fixtures.ts'
import {
  button,
  focusedName,
  openPane,
  signIn,
  tabTo,
  visitSignedIn,
  visitWithRecord,
} from './page-actions.ts'

const FIREFOX_ON_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI_ON_IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

const PROBLEM = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  code: 'unavailable',
  message: 'The database is down.',
  request_id: '1',
}

test.describe('the account page', () => {
  test('is in the account menu, and lists where the person is signed in, this device first', async ({
    login,
  }) => {
    const { page, id } = await openAccount(login)
    await page.getByRole('link', { name: 'Now' }).click()
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('link', { name: 'Your account' }).click()
    await expect(page.getByRole('link', { name: 'Your account' })).toBeHidden()
    await openPane(page, 'Data')
    await expect(page.getByText(id, { exact: true })).toBeVisible()
    await openPane(page, 'Devices')
    const rows = sessionRows(page)
    await expect(rows.first().getByText('Firefox on Windows')).toBeVisible()
    await expect(rows).toHaveCount(2)
    await expect(rows.first().getByText('This device')).toBeVisible()
    await expect(rows.nth(1)).toHaveText(
      /Safari on iOSSigned in with Discord on \d+ \w+ \d{4}.*Used within the last hour/,
    )
  })

  test('has an address for each of its parts, in the line of which the current one is in view', async ({
    login,
  }) => {
    const { page } = await openAccount(login, 'data')
    await page.setViewportSize({ width: 360, height: 640 })
    // What a page that loads shows takes no focus.
    expect(await focusedName(page)).not.toBe('Data')
    const current = page.locator('nav [aria-current=page]').filter({ visible: true }).last()
    for (const [open, path, heading] of [
      [() => openPane(page, 'Visibility'), '/account/visibility', 'Who sees your time zone'],
      [() => openPane(page, 'Availability'), '/account/availability', 'When you’re available'],
      // Back to the link that was followed.
      [() => page.goBack(), '/account/visibility', 'Availability'],
      [() => page.goForward(), '/account/availability', 'When you’re available'],
      [() => openPane(page, 'Data'), '/account/data', 'Data'],
    ] as const) {
      await open()
      await expect(page).toHaveURL(path)
      await expect.poll(() => focusedName(page)).toBe(heading)
      await expect(page).toHaveTitle(`${await current.textContent()} · Account · Timezone Registry`)
      await expect(current).toBeInViewport({ ratio: 1 })
    }
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Who sees your time zone' })).toBeVisible()
    expect(
      await (await page.request.get('/account/keys', { headers: { accept: 'text/html' } })).status(),
    ).toBe(200)
    expect(
      await (await page.request.get('/account/nothing', { headers: { accept: 'text/html' } })).status(),
    ).toBe(404)
  })

  test('signs out another device, with the keyboard alone', async ({ login }) => {
    const { page, other } = await openAccount(login)
    await tabTo(page, 'Sign out Safari on iOS')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').getByText('Signed out: Safari on iOS.')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Where you’re signed in')
    await expect(sessionRows(page)).toHaveCount(1)
    await other.goto('/')
    await expect(other.getByRole('link', { name: 'Save Berlin with Discord' })).toBeVisible()
  })

  test('keeps a session that could not be ended, says so, and drops one that has ended already', async ({
    login,
  }) => {
    const { page, other } = await openAccount(login)
    const row = sessionRows(page).filter({ hasText: 'Safari on iOS' })
    await page.route('**/v1/me/sessions/*', (route) => route.abort())
    await row.getByRole('button').click()
    await expect(row.getByRole('alert').getByText('The service can’t be reached.')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Sign out Safari on iOS')
    await page.unroute('**/v1/me/sessions/*')
    await other.goto('/')
    await other.getByRole('button', { name: /^Signed in as/ }).click()
    await button(other, 'Sign out').click()
    await expect(other.getByRole('link', { name: 'Save Berlin with Discord' })).toBeVisible()
    await row.getByRole('button').click()
    await expect(row).toHaveCount(0)
  })

  test('signs out this device or all of them, and then asks to sign in', async ({ login }) => {
    const { page, other } = await openAccount(login)
    await button(page, 'Sign out Firefox on Windows').click()
    await expect(page.getByText('Sign in to see what is stored about you')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Account')
    await signIn(page)
    await page.getByRole('button', { name: 'Signed in as nelly' }).click()
    await button(page, 'Sign out on all devices').click()
    await expect(page.getByText('Sign in to see what is stored about you')).toBeVisible()
    await other.goto('/')
    await expect(other.getByRole('link', { name: 'Save Berlin with Discord' })).toBeVisible()
  })

  test('says that signing out failed, and does it on the next try', async ({ login }) => {
    const page = await visitSignedIn(login)
    await page.route('**/v1/logout?*', (route) => route.fulfill({ status: 503, json: PROBLEM }))
    await page.getByRole('button', { name: 'Signed in as nelly' }).click()
    await button(page, 'Sign out').click()
    await expect(page.getByText('The service is temporarily unavailable.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Signed in as nelly' })).toBeVisible()
    await page.unroute('**/v1/logout?*')
    await button(page, 'Try again').click()
    await expect(page.getByRole('link', { name: 'Sign in with Discord' }).first()).toBeVisible()
  })

  test('downloads everything as a file, and never saves a failure as one', async ({ login }) => {
    const { page, id } = await openAccount(login, 'data')
    await page.route('**/v1/me/export', (route) => route.fulfill({ status: 503, json: PROBLEM }))
    await button(page, 'Download').click()
    await expect(page.getByText('The service is temporarily unavailable.')).toBeVisible()
    await page.unroute('**/v1/me/export')
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
    expect(download.suggestedFilename()).toBe('timezone-registry.json')
    const saved = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(saved).toMatchObject({ user: { id }, record: { timezone: 'Europe/Berlin' } })
    expect(saved.sessions).toHaveLength(2)
    await expect(page.getByText('Your file has been downloaded.')).toBeVisible()
    await expect(page.getByText('The service is temporarily unavailable.')).toHaveCount(0)
  })

  test('erases everything after a confirmation, with the keyboard alone', async ({ login }) => {
    const { page, other, id } = await openAccount(login, 'data')
    await tabTo(page, 'Erase everything…')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This can’t be undone.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect.poll(() => focusedName(page)).toBe('Erase everything…')
    expect((await fetch(`${login.address}/v1/get?id=${id}`)).status).toBe(200)

    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await tabTo(page, 'Erase')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Everything is erased' })).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Everything is erased')
    expect(await findAxeViolations(page)).toEqual([])
    expect((await fetch(`${login.address}/v1/get?id=${id}`)).status).toBe(404)
    await expect(page.getByRole('link', { name: 'Sign in with Discord' })).toBeVisible()
    await other.goto('/')
    await expect(other.getByRole('link', { name: 'Save Berlin with Discord' })).toBeVisible()
  })

  test('is unsure when the answer to an erasure is lost, and sure after the next try', async ({ login }) => {
    const { page, id } = await openAccount(login, 'data')
    // Otherwise the page may see that the session is gone before the next try.
    await page.route(/\/v1\/(events|changes)/, (route) => route.abort())
    await page.reload()
    await loseAnswers(page)
    await erase(page)
    await expect(page.getByRole('alert').getByText('your data may or may not be erased')).toBeVisible()
    expect((await fetch(`${login.address}/v1/get?id=${id}`)).status).toBe(404)
    await page.unroute('**/v1/me/erase')
    await erase(page)
    await expect(page.getByRole('heading', { name: 'Everything is erased' })).toBeVisible()
  })

  test('is sure when the answer to an erasure is lost and the session is gone', async ({ login }) => {
    const { page } = await openAccount(login, 'data')
    await loseAnswers(page)
    await erase(page)
    await expect(page.getByRole('heading', { name: 'Everything is erased' })).toBeVisible()
  })

  test('does not mistake an ended session for an erasure', async ({ login }) => {
    const { page, id } = await openAccount(login, 'data')
    await page.context().clearCookies()
    await erase(page)
    await expect(page.getByRole('alert').getByText('You’re no longer signed in.')).toBeVisible()
    await expect(page.getByText('Everything is erased')).toHaveCount(0)
    expect((await fetch(`${login.address}/v1/get?id=${id}`)).status).toBe(200)
  })
})

/** Somebody signed in with a record on this device, and signed in on another one. */
async function openAccount(site: LoginSite, pane: 'devices' | 'data' = 'devices') {
  const other = await site.visit('/auth/discord?redirect=/favicon.svg', { userAgent: SAFARI_ON_IOS })
  const page = await visitWithRecord(site, `/account/${pane}`, { userAgent: FIREFOX_ON_WINDOWS })
  await expect(page.getByRole('heading', { level: 3 })).toBeVisible()
  return { page, other, id: site.discord.user.id }
}

function sessionRows(page: Page) {
  return page.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem')
}

/** The service erases, but the page does not get its answer. */
async function loseAnswers(page: Page): Promise<void> {
  await page.route('**/v1/me/erase', async (route) => {
    await route.fetch()
    await route.abort()
  })
}

async function erase(page: Page): Promise<void> {
  await button(page, 'Erase everything…').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click()
}
