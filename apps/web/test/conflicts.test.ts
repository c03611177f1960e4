import { createContractClient } from '@timezone-registry/contract'
import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, fillIn, focusedName, pickZone, savedRecord } from './page-actions.ts'

type Opened = Awaited<ReturnType<typeof openBrowser>>

const dialog = (page: Page) => page.getByRole('alertdialog')
const answer = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

describe.skipIf(browserMissing !== undefined)('a record that was changed elsewhere', () => {
  let browser: Opened
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  /** Saves a record as another device would. */
  const saveElsewhere = (user_id: string, timezone: string, username = 'nelly') =>
    createContractClient({ baseUrl: browser.address }).setTimezone({ body: { user_id, username, timezone } })

  const deleteElsewhere = (user_id: string) =>
    createContractClient({ baseUrl: browser.address }).deleteTimezone({ query: { user_id } })

  const zoneOf = async (id: string) => {
    const response = await createContractClient({ baseUrl: browser.address }).getTimezone({ query: { id } })
    return response.status === 200 ? response.body.timezone : undefined
  }

  /**
   * The page with a record in Berlin, without live changes: it sees a change elsewhere only when it makes a request.
   */
  async function openWithBerlin(userId: string) {
    await saveElsewhere(userId, 'Europe/Berlin')
    const opened = await browser.openPage({ path: '/privacy' })
    await opened.page.route('**/v1/events*', (route) => route.abort())
    await opened.page.goto(browser.address)
    await fillIn(opened.page, { userId, username: 'nelly' })
    await savedRecord(opened.page).getByText('Europe/Berlin').waitFor()
    return opened
  }

  test('is replaced only after a confirmation', async () => {
    const { page } = await openWithBerlin('changed')
    await pickZone(page, 'lisbon', 'Lisbon')
    await saveElsewhere('changed', 'Asia/Tokyo')
    await button(page, 'Save').click()
    await dialog(page).getByText('It’s Tokyo now. Save Lisbon anyway?').waitFor()
    expect(await zoneOf('changed')).toBe('Asia/Tokyo')
    expect(await findAxeViolations(page)).toEqual([])

    // Escape decides nothing: the choice stays.
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.getByTestId('chosen-zone').textContent()).toBe('Lisbon')
    await expect.poll(() => focusedName(page)).toBe('Save')
    await savedRecord(page).getByText('Asia/Tokyo').waitFor()

    await saveElsewhere('changed', 'Asia/Seoul')
    await button(page, 'Save').click()
    await answer(page, 'Save anyway')
    await page.getByText('Saved: nelly is in Lisbon.').waitFor()
    expect(await zoneOf('changed')).toBe('Europe/Lisbon')
  })

  test('stays and is shown if the reader keeps it', async () => {
    const { page } = await openWithBerlin('kept')
    await pickZone(page, 'lisbon', 'Lisbon')
    await saveElsewhere('kept', 'Asia/Tokyo')
    await button(page, 'Save').click()
    await answer(page, 'Keep Tokyo')
    await expect.poll(() => page.getByTestId('chosen-zone').textContent()).toBe('Tokyo')
    await savedRecord(page).getByText('Asia/Tokyo').waitFor()
    await expect.poll(() => focusedName(page)).toBe('Save')
    expect(await zoneOf('kept')).toBe('Asia/Tokyo')
  })

  test('is deleted only after a confirmation', async () => {
    const { page } = await openWithBerlin('deleting')
    await saveElsewhere('deleting', 'Asia/Tokyo')
    await button(page, 'Delete').click()
    await answer(page, 'Delete')
    await dialog(page).getByText('It’s Tokyo now. Delete it anyway?').waitFor()
    expect(await zoneOf('deleting')).toBe('Asia/Tokyo')
    await answer(page, 'Delete anyway')
    await page.getByText('Deleted.').waitFor()
    expect(await zoneOf('deleting')).toBeUndefined()
    // What was deleted is what comes back.
    await page.getByRole('button', { name: 'Undo' }).click()
    await savedRecord(page).getByText('Asia/Tokyo').waitFor()
  })

  test('is not replaced by Undo', async () => {
    const { page } = await openWithBerlin('undone')
    await button(page, 'Delete').click()
    await answer(page, 'Delete')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await saveElsewhere('undone', 'Asia/Tokyo')
    await page.getByRole('button', { name: 'Undo' }).click()
    await dialog(page).getByText('It’s Tokyo now. Save Berlin anyway?').waitFor()
    await answer(page, 'Keep Tokyo')
    await savedRecord(page).getByText('Asia/Tokyo').waitFor()
    await expect.poll(() => focusedName(page)).toBe('Saved record')
    expect(await zoneOf('undone')).toBe('Asia/Tokyo')
  })

  test('and was deleted is saved again only after a confirmation', async () => {
    const { page } = await openWithBerlin('gone')
    await pickZone(page, 'lisbon', 'Lisbon')
    await deleteElsewhere('gone')
    await button(page, 'Save').click()
    await dialog(page).getByText('This record was deleted elsewhere').waitFor()
    expect(await zoneOf('gone')).toBeUndefined()
    await answer(page, 'Save anyway')
    await page.getByText('Saved: nelly is in Lisbon.').waitFor()

    await deleteElsewhere('gone')
    await button(page, 'Delete').click()
    await answer(page, 'Delete')
    await page.getByText('There was nothing to delete.').waitFor()
  })

  test('to the same zone is saved without a question', async () => {
    const { page } = await openWithBerlin('same')
    await pickZone(page, 'lisbon', 'Lisbon')
    await saveElsewhere('same', 'Europe/Lisbon')
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly is in Lisbon.').waitFor()
  })

  test('is not replaced by a save that is sent before the record was read; the save adds no read', async () => {
    await saveElsewhere('unseen', 'Asia/Tokyo')
    const { page } = await browser.openPage()
    const reads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v1/get?id=unseen')) reads.push(request.url())
    })
    await page.route('**/v1/get?id=unseen', (route) => route.abort())
    await fillIn(page, { userId: 'unseen', username: 'nelly' })
    const saving = page.waitForRequest((request) => request.method() === 'POST')
    await button(page, 'Save').click()
    expect((await saving).headers()['if-none-match']).toBe('*')
    await dialog(page).getByText('It’s Tokyo now. Save Berlin anyway?').waitFor()
    expect(await zoneOf('unseen')).toBe('Asia/Tokyo')
  })
})

describe.skipIf(browserMissing !== undefined)('a save that a login completes', () => {
  test('is not undone once the record was changed elsewhere', async () => {
    await using discord = await startTestDiscord()
    await using browser = await openBrowser({ AUTH: 'required', ...discord.env })
    const { page } = await browser.openPage({ path: '/privacy' })
    await page.route('**/v1/events*', (route) => route.abort())
    await page.goto(browser.address)
    await page.getByRole('link', { name: 'Sign in with Discord' }).last().click()
    await page.getByText('Saved: nelly is in Berlin.').waitFor()
    await page.request.post(`${browser.address}/v1/set`, { data: { timezone: 'Europe/Lisbon' } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await dialog(page).getByText('It’s Lisbon now. Delete it anyway?').waitFor()
    await answer(page, 'Keep Lisbon')
    await savedRecord(page).getByText('Europe/Lisbon').waitFor()
  })
})
