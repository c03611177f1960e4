import { createContractClient } from '@timezone-registry/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import {
  button,
  findAxeViolations,
  focusedName,
  lookupOf,
  openAt as openPageAt,
  tabTo,
} from './page-actions.ts'

describe.skipIf(browserMissing !== undefined)('people', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    for (const [user_id, username, timezone] of [
      ['ny', 'Maya', 'America/New_York'],
      ['in', 'Aarav', 'Asia/Kolkata'],
      ['80351110224678912', 'Noor', 'Asia/Kathmandu'],
      ['nz', 'Sione', 'Pacific/Auckland'],
    ] as const)
      await client().setTimezone({ body: { user_id, username, timezone } })
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  const client = () => createContractClient({ baseUrl: browser.address })
  const openAt = (now: string, path: string) => openPageAt(browser, { now, path })
  const row = (page: Awaited<ReturnType<typeof browser.openPage>>['page'], name: string) =>
    page.getByRole('list', { name: 'Local times' }).getByRole('listitem').filter({ hasText: name })

  test('are added by their ids, shown with their time beside mine, kept in the address, and removed', async () => {
    const { page, complaints } = await browser.openPage({ path: '/people', timezoneId: 'Asia/Tokyo' })
    await page.getByText('Who are your people?').waitFor()
    await page.getByLabel('Add people').fill('in, <@80351110224678912> nobody')
    await button(page, 'Add').click()
    await row(page, 'Aarav').getByText('3 h 30 behind').waitFor()
    await row(page, 'Noor')
      .getByText(/^(awake|winding down|asleep)/)
      .waitFor()
    await row(page, 'Noor').getByText('Kathmandu, Nepal · 3 h 15 behind').waitFor()
    await row(page, 'nobody').getByText('no saved time zone').waitFor()
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,80351110224678912,nobody')

    await page.reload()
    await row(page, 'Aarav').waitFor()
    await button(page, 'Remove nobody').click()
    await row(page, 'nobody').waitFor({ state: 'detached' })
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,80351110224678912')
    expect(complaints).toEqual([])
  })

  test('who were removed come back by Undo', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=in,ny' })
    await button(page, 'Remove Aarav').click()
    await row(page, 'Aarav').waitFor({ state: 'detached' })
    await page.getByText('Aarav removed.').waitFor()
    await button(page, 'Undo').click()
    await row(page, 'Aarav').waitFor()
    expect(await focusedName(page)).toMatch(/^People/)
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,ny')
  })

  test('are found by the beginning of their name, with the pointer or the keyboard', async () => {
    const { page, complaints } = await browser.openPage({ path: '/people' })
    await page.getByLabel('Add people').fill('aar')
    await page.getByRole('option', { name: 'Aarav Kolkata, India' }).click()
    await row(page, 'Aarav').waitFor()
    await page.getByLabel('Add people').fill('may')
    await page.getByRole('option', { name: 'Maya' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await row(page, 'Maya').waitFor()
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,ny')
    expect(complaints).toEqual([])
  })

  test('are added by id without a word where the registry does not allow a search', async () => {
    const { page } = await browser.openPage({ path: '/people' })
    let searches = 0
    await page.route('**/v1/search*', (route) => {
      searches += 1
      return route.fulfill({ status: 403, json: { code: 'forbidden' } })
    })
    await page.getByLabel('Add people').pressSequentially('nz')
    await expect.poll(() => searches).toBe(1)
    expect(await page.locator('.suggestion').count()).toBe(0)
    await page.keyboard.press('Enter')
    await row(page, 'Sione').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('are shown at another time by dragging the line or by its slider, until Now', async () => {
    const { page } = await openAt('2026-11-23T13:12Z', '/people?ids=ny,in')
    const time = (name: string) => row(page, name).locator('.person-time').textContent()
    await expect.poll(() => time('Maya')).toMatch(/^8:12awake$/)
    await page.getByText('3 awake').waitFor()

    const slider = page.getByRole('slider', { name: 'Time shown' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => time('Maya')).toMatch(/^8:15awake$/)
    await page.keyboard.press('Home')
    await expect.poll(() => time('Maya')).toMatch(/^20:15awake · yesterday$/)
    await page.getByText('1 awake · 2 asleep').waitFor()
    await button(page, 'Now').click()
    await expect.poll(() => time('Maya')).toMatch(/^8:12awake$/)

    const band = await row(page, 'Aarav').locator('.person-sky').boundingBox()
    if (band === null) throw new Error('No band is shown')
    await page.mouse.move(band.x + band.width / 2, band.y + 5)
    await page.mouse.down()
    await page.mouse.move(band.x + band.width * 0.75, band.y + 5)
    await page.mouse.up()
    await expect.poll(() => time('Aarav')).toMatch(/^0:45asleep · tomorrow$/)
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('20:15')
  })

  test('are ordered by their local time, with a warning in the week before a clock change', async () => {
    const { page } = await openAt('2026-10-30T12:00Z', '/people?ids=in,nz,ny')
    await row(page, 'Maya').getByText('clocks go back on Sunday').waitFor()
    await row(page, 'Sione').waitFor()
    const names = page.getByRole('list', { name: 'Local times' }).locator('.person-name p:first-child')
    expect(await names.allTextContents()).toEqual(['Maya', 'Me', 'Aarav', 'Sione'])
    expect(await page.getByText('clocks go').count()).toBe(1)
  })

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

  test('can be added and compared with the keyboard alone', async () => {
    const { page } = await browser.openPage()
    await page.getByRole('link', { name: 'People' }).waitFor()
    await tabTo(page, 'People')
    await page.keyboard.press('Enter')
    await page.getByLabel('Add people').waitFor()
    await page.getByText('Who are your people?').waitFor()
    await tabTo(page, 'Add people')
    await page.keyboard.type('ny')
    await page.keyboard.press('Enter')
    await row(page, 'Maya').waitFor()
    await tabTo(page, 'Time shown')
    await page.keyboard.press('Home')
    await tabTo(page, 'Find a time to meet')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Find a time to meet' }).waitFor()
    await tabTo(page, 'Time')
    await page.keyboard.press('Home')
    await page.waitForURL(/at=/)
    await tabTo(page, 'Copy as text')
  })

  test('who change their zone elsewhere are updated without a reload, also after an interruption', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=nz' })
    await row(page, 'Sione').getByText('Auckland').waitFor()
    await client().setTimezone({ body: { user_id: 'nz', username: 'Sione', timezone: 'Pacific/Apia' } })
    await row(page, 'Sione').getByText('Apia').waitFor()

    // While nothing gets through, the record changes; the page asks for what it missed.
    await page.context().setOffline(true)
    await client().setTimezone({ body: { user_id: 'nz', username: 'Sione', timezone: 'Asia/Tokyo' } })
    await page.context().setOffline(false)
    await row(page, 'Sione').getByText('Tokyo').waitFor({ timeout: 20_000 })
  })

  test('of everyone are counted by zone and by the clock', async () => {
    const { page, complaints } = await browser.openPage({ path: '/everyone' })
    await page.getByText('New York').waitFor()
    await page.getByText('By local time').waitFor()
    await client().setTimezone({ body: { user_id: 'new', username: 'x', timezone: 'America/Caracas' } })
    await page.getByText('Caracas').waitFor()
    expect(complaints).toEqual([])
  })
})
