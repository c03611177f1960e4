import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from './open-browser.ts'
import { button, lookupOf } from './page-actions.ts'
import { openWithPeople, row } from './people-setup.ts'

describe.skipIf(browserMissing !== undefined)('people', () => {
  let browser: Awaited<ReturnType<typeof openWithPeople>>
  beforeAll(async () => {
    browser = await openWithPeople()
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  const moveOf = (user: { user_id: string; username: string }) => (timezone: string) =>
    browser.client.setTimezone({ body: { ...user, timezone } })

  test('form groups, which are kept, travel as a link, and can be deleted', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=in,ny' })
    await button(page, 'Save as group').click()
    await page.getByLabel('Group name').fill('Raid team')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Raid team' }).waitFor()
    expect(new URL(page.url()).search).toBe('?name=Raid+team&ids=in%2Cny')
    await page.getByRole('link', { name: 'My people' }).click()
    await page.getByRole('heading', { name: 'People', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Raid team' }).click()
    await row(page, 'Aarav').waitFor()

    const { page: friend } = await browser.openPage({ path: '/people?name=Raid+team&ids=in,ny' })
    await friend.getByRole('heading', { name: 'Raid team' }).waitFor()
    await friend.getByText('This group was shared with you.').waitFor()
    await button(friend, 'Keep it').click()
    await friend.goto(`${browser.address}/people`)
    await friend.getByRole('link', { name: 'Raid team' }).waitFor()

    await button(page, 'Delete group').click()
    await page.getByText('Group Raid team deleted.').waitFor()
    await button(page, 'Undo').click()
    await page.getByRole('link', { name: 'Raid team' }).waitFor()
  })

  test('of one’s own list stay when somebody else’s link or an older tab is changed', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=in' })
    const stored = () => page.evaluate(() => localStorage.getItem('timezone-registry:people'))
    await row(page, 'Aarav').waitFor()
    await page.goto(`${browser.address}/people?ids=ny`)
    await row(page, 'Maya').waitFor()
    await page.getByLabel('Add people').fill('nz')
    await button(page, 'Add').click()
    await row(page, 'Sione').waitFor()
    expect(await stored()).toBe('["in","nz"]')

    await page.goto(browser.address)
    await row(page, 'Sione').waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`${browser.address}/u/ny`)
    await button(tab, 'Add to my people').click()
    await button(page, 'Remove Sione').click()
    expect(await stored()).toBe('["in","ny"]')
  })

  test.for(['full', 'blocked'])('stay from view to view where the storage is %s', async (problem) => {
    const { page, complaints } = await browser.openPage({ path: '/favicon.svg' })
    await page.addInitScript((kind) => {
      const refuse = () => {
        throw new DOMException('No storage', 'QuotaExceededError')
      }
      if (kind === 'full') Storage.prototype.setItem = refuse
      else Object.defineProperty(window, 'localStorage', { get: refuse })
    }, problem)
    await page.goto(`${browser.address}/people`)
    await page.getByLabel('Add people').fill('in')
    await button(page, 'Add').click()
    await row(page, 'Aarav').waitFor()
    await page.getByRole('link', { name: 'Now' }).click()
    await row(page, 'Aarav').waitFor()
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await row(page, 'Aarav').waitFor()
    expect(complaints).toEqual([])
  })

  test('are looked up in two requests when there are two hundred', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `${1000 + index}`)
    const { page } = await browser.openPage({ path: '/privacy' })
    const asked: number[] = []
    await page.route('**/v1/lookup*', (route) => {
      const wanted = new URL(route.request().url()).searchParams.get('ids')?.split(',') ?? []
      asked.push(wanted.length)
      return route.fulfill({ json: lookupOf(wanted) })
    })
    await page.goto(`${browser.address}/people?ids=${ids}`)
    const rows = page.getByRole('list', { name: 'Local times' }).locator('.person-sky')
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(201)
    expect(asked).toEqual([100, 100])
  })

  test('who change their zone elsewhere are updated without a reload, also after an interruption', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=nz' })
    await row(page, 'Sione').getByText('Auckland').waitFor()
    await browser.client.setTimezone({ body: { user_id: 'nz', username: 'Sione', timezone: 'Pacific/Apia' } })
    await row(page, 'Sione').getByText('Apia').waitFor()

    // While nothing gets through, the record changes; the page asks for what it missed.
    await page.context().setOffline(true)
    await browser.client.setTimezone({ body: { user_id: 'nz', username: 'Sione', timezone: 'Asia/Tokyo' } })
    await page.context().setOffline(false)
    await row(page, 'Sione').getByText('Tokyo').waitFor({ timeout: 20_000 })
  })

  test('are not followed while the page is hidden, and from where it stopped once it is shown', async () => {
    const move = moveOf({ user_id: 'away', username: 'Layla' })
    await move('Asia/Dubai')
    const { page } = await browser.openPage({ path: '/people?ids=away' })
    await row(page, 'Layla').getByText('Dubai').waitFor()
    await move('Asia/Riyadh')
    await row(page, 'Layla').getByText('Riyadh').waitFor()

    const closed = page.waitForEvent('requestfailed', isStream)
    await setVisibility(page, 'hidden')
    await closed
    await move('Asia/Seoul')
    const resumed = page.waitForRequest((request) => isStream(request) && request.url().includes('since='))
    await setVisibility(page, 'visible')
    await resumed
    await row(page, 'Layla').getByText('Seoul').waitFor()
  })

  test('who change while the page is hidden are updated, although nothing has changed before', async () => {
    const move = moveOf({ user_id: 'quiet', username: 'Omar' })
    await move('Asia/Dubai')
    const { page } = await browser.openPage({ path: '/people?ids=quiet' })
    await row(page, 'Omar').getByText('Dubai').waitFor()
    const closed = page.waitForEvent('requestfailed', isStream)
    await setVisibility(page, 'hidden')
    await closed
    await move('Asia/Seoul')
    await setVisibility(page, 'visible')
    await row(page, 'Omar').getByText('Seoul').waitFor()
  })

  test('who change before the first connection opens are updated', async () => {
    const move = moveOf({ user_id: 'early', username: 'Amina' })
    await move('Africa/Nairobi')
    const { page } = await browser.openPage({ path: '/favicon.svg' })
    await page.route('**/v1/events*', (route) => route.abort())
    await page.goto(`${browser.address}/people?ids=early`)
    await row(page, 'Amina').getByText('Nairobi').waitFor()
    await move('Africa/Cairo')
    await page.unroute('**/v1/events*')
    await row(page, 'Amina').getByText('Cairo').waitFor()
  })

  test('of everyone are counted by zone and by the clock', async () => {
    const { page, complaints } = await browser.openPage({ path: '/everyone' })
    await page.getByText('New York').waitFor()
    await page.getByText('By local time').waitFor()
    await browser.client.setTimezone({ body: { user_id: 'new', username: 'x', timezone: 'America/Caracas' } })
    await page.getByText('Caracas').waitFor()
    expect(complaints).toEqual([])
  })
})

function isStream(request: Request): boolean {
  return request.url().includes('/v1/events')
}

/** What a browser does when its tab is left or chosen. */
function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
