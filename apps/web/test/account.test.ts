import { readFile } from 'node:fs/promises'
import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations, findAxeViolationsInThemes } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, focusedName, savedRecord, sidewaysScroll, signIn, tabTo } from './page-actions.ts'

const FIREFOX_ON_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI_ON_IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

describe.skipIf(browserMissing !== undefined)('the account page', () => {
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

  /** Somebody new, signed in with a record on this device, and signed in on another one. */
  async function openAccount(options: Parameters<typeof browser.openPage>[0] = {}) {
    people++
    discord.user = { id: String(1000 + people), username: `person ${people}` }
    const { page: other } = await browser.openPage({ userAgent: SAFARI_ON_IOS })
    await signIn(other, discord.user.username)
    const { page, complaints } = await browser.openPage({ userAgent: FIREFOX_ON_WINDOWS, ...options })
    await signIn(page, discord.user.username)
    await button(page, 'Save').click()
    await savedRecord(page).getByText(discord.user.username).waitFor()
    await page.goto(`${browser.address}/account`)
    await page.getByText('Safari on iOS').waitFor()
    return { page, other, complaints, id: discord.user.id }
  }

  test.for([1280, 360])('passes axe in both themes (%i pixels), including the dialog', async (width) => {
    const { page } = await openAccount({ viewport: { width, height: 800 } })
    await page.getByRole('radio', { name: 'Public' }).waitFor()
    expect(await findAxeViolationsInThemes(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await button(page, 'Erase everything…').click()
    await page.getByRole('alertdialog').waitFor()
    expect(await findAxeViolationsInThemes(page)).toEqual([])
  })

  test('is in the account menu, and lists where the person is signed in, this device first', async () => {
    const { page, complaints, id } = await openAccount()
    await page.getByRole('link', { name: 'Now' }).click()
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('link', { name: 'Your account' }).click()
    await page.getByText(id, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Your account' }).waitFor({ state: 'hidden' })
    const rows = sessionRows(page)
    await rows.first().getByText('Firefox on Windows').waitFor()
    expect(await rows.count()).toBe(2)
    await rows.first().getByText('This device').waitFor()
    expect(await rows.nth(1).textContent()).toMatch(
      /Safari on iOSSigned in with Discord on \d+ \w+ \d{4}.*Used within the last hour/,
    )
    expect(complaints).toEqual([])
  })

  test('signs out another device, with the keyboard alone', async () => {
    const { page, other } = await openAccount()
    await tabTo(page, 'Sign out Safari on iOS')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Signed out: Safari on iOS.').waitFor()
    expect(await focusedName(page)).toBe('Where you’re signed in')
    expect(await sessionRows(page).count()).toBe(1)
    expect(await button(page, 'Sign out on all devices').and(page.locator('main *')).count()).toBe(0)
    await other.reload()
    await other.getByText('Sign in to save it.').waitFor()
  })

  test('keeps a session that could not be ended, says so, and drops one that has ended already', async () => {
    const { page, other } = await openAccount()
    const row = sessionRows(page).filter({ hasText: 'Safari on iOS' })
    await page.route('**/v1/me/sessions/*', (route) => route.abort())
    await row.getByRole('button').click()
    await row.getByRole('alert').getByText('The service can’t be reached.').waitFor()
    expect(await focusedName(page)).toBe('Sign out Safari on iOS')
    await page.unroute('**/v1/me/sessions/*')
    await other.getByRole('button', { name: /^Signed in as/ }).click()
    await button(other, 'Sign out').click()
    await other.getByText('Sign in to save it.').waitFor()
    await row.getByRole('button').click()
    await row.waitFor({ state: 'detached' })
  })

  test('signs out this device or all of them, and then asks to sign in', async () => {
    const { page, other } = await openAccount()
    await button(page, 'Sign out Firefox on Windows').click()
    await page.getByText('Sign in to see what is stored about you').waitFor()
    await expect.poll(() => focusedName(page)).toBe('Account')
    await signIn(page, discord.user.username)
    await page.locator('main').getByRole('button', { name: 'Sign out on all devices' }).click()
    await page.getByText('Sign in to see what is stored about you').waitFor()
    await other.reload()
    await other.getByText('Sign in to save it.').waitFor()
  })

  test('downloads everything as a file, and never saves a failure as one', async () => {
    const { page, id } = await openAccount()
    await page.route('**/v1/me/export', (route) => route.fulfill({ status: 503, json: PROBLEM }))
    await button(page, 'Download').click()
    await page.getByText('The service is temporarily unavailable.').waitFor()
    await page.unroute('**/v1/me/export')
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
    expect(download.suggestedFilename()).toBe('timezone-registry.json')
    const saved = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(saved).toMatchObject({ user: { id }, record: { timezone: 'Europe/Berlin' } })
    expect(saved.sessions).toHaveLength(2)
    await page.getByText('Your file has been downloaded.').waitFor()
    expect(await page.getByText('The service is temporarily unavailable.').count()).toBe(0)
  })

  test('erases everything after a confirmation, with the keyboard alone', async () => {
    const { page, other, id, complaints } = await openAccount()
    await tabTo(page, 'Erase everything…')
    await page.keyboard.press('Enter')
    await page.getByText('This can’t be undone.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe('Erase everything…')
    expect((await fetch(`${browser.address}/v1/get?id=${id}`)).status).toBe(200)

    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await tabTo(page, 'Erase')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Everything is erased' }).waitFor()
    await expect.poll(() => focusedName(page)).toBe('Everything is erased')
    expect(await findAxeViolations(page)).toEqual([])
    expect((await fetch(`${browser.address}/v1/get?id=${id}`)).status).toBe(404)
    await page.getByRole('link', { name: 'Sign in with Discord' }).waitFor()
    await other.reload()
    await other.getByText('Sign in to save it.').waitFor()
    expect(complaints).toEqual([])
  })

  test('is unsure when the answer to an erasure is lost, and sure after the next try', async () => {
    const { page, id } = await openAccount()
    // Otherwise the page may see that the session is gone before the next try.
    await page.route(/\/v1\/(events|changes)/, (route) => route.abort())
    await page.reload()
    await loseAnswers(page)
    await erase(page)
    await page.getByRole('alert').getByText('your data may or may not be erased').waitFor()
    expect((await fetch(`${browser.address}/v1/get?id=${id}`)).status).toBe(404)
    await page.unroute('**/v1/me/erase')
    await erase(page)
    await page.getByRole('heading', { name: 'Everything is erased' }).waitFor()
  })

  test('is sure when the answer to an erasure is lost and the session is gone', async () => {
    const { page } = await openAccount()
    await loseAnswers(page)
    await erase(page)
    await page.getByRole('heading', { name: 'Everything is erased' }).waitFor()
  })

  test('does not mistake an ended session for an erasure', async () => {
    const { page, id } = await openAccount()
    await page.context().clearCookies()
    await erase(page)
    await page.getByRole('alert').getByText('You’re no longer signed in.').waitFor()
    expect(await page.getByText('Everything is erased').count()).toBe(0)
    expect((await fetch(`${browser.address}/v1/get?id=${id}`)).status).toBe(200)
  })
})

const PROBLEM = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  code: 'unavailable',
  message: 'The database is down.',
  request_id: '1',
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
