import { createRegistryClient } from '@timezone-registry/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, tabTo } from './page-actions.ts'

describe.skipIf(browserMissing !== undefined)('people', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    for (const [user_id, username, timezone] of [
      ['ny', 'Maya', 'America/New_York'],
      ['in', 'Aarav', 'Asia/Kolkata'],
      ['np', 'Noor', 'Asia/Kathmandu'],
      ['nz', 'Sione', 'Pacific/Auckland'],
    ] as const)
      await client().setTimezone({ body: { user_id, username, timezone } })
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  const client = () => createRegistryClient({ baseUrl: browser.address })
  const row = (page: Awaited<ReturnType<typeof browser.openPage>>['page'], name: string) =>
    page.getByRole('list', { name: 'Local times' }).getByRole('listitem').filter({ hasText: name })

  test('are added by their ids, shown with their time beside mine, kept in the address, and removed', async () => {
    const { page, complaints } = await browser.openPage({ path: '/people', timezoneId: 'Asia/Tokyo' })
    await page.getByText('Add a user id to see').waitFor()
    await page.getByLabel('Add people').fill('in, np nobody')
    await button(page, 'Add').click()
    await row(page, 'Aarav').getByText('3 h 30 min behind you').waitFor()
    await row(page, 'Noor')
      .getByText(/3 h 15 min behind you, . likely (awake|asleep)/)
      .waitFor()
    await row(page, 'nobody').getByText('no saved time zone').waitFor()
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,np,nobody')

    await page.reload()
    await row(page, 'Aarav').waitFor()
    await button(page, 'Remove nobody').click()
    await row(page, 'nobody').waitFor({ state: 'detached' })
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,np')
    expect(complaints).toEqual([])
  })

  test('see a moment in their own time, across clock changes and in quarter-hour zones', async () => {
    // 2026-11-01: New York goes back at 6:00 UTC; Europe has a week before.
    const { page } = await browser.openPage({
      path: '/people?ids=ny,np&at=2026-11-01T05:30Z',
      locale: 'en-GB',
    })
    const times = page.locator('section', { hasText: 'Find a time to meet' }).getByRole('listitem')
    await times.filter({ hasText: 'Maya' }).getByText('Sun 1 Nov, 1:30').waitFor()
    await times.filter({ hasText: 'Noor' }).getByText('Sun 1 Nov, 11:15').waitFor()
    await page.goto(`${browser.address}/people?ids=ny,np&at=2026-11-01T06:30Z`)
    await times.filter({ hasText: 'Maya' }).getByText('Sun 1 Nov, 1:30').waitFor()
    await times.filter({ hasText: 'Me' }).getByText('Sun 1 Nov, 7:30').waitFor()
  })

  test('find a time that suits everyone, by button, drag or key, and copy it as text and for Discord', async () => {
    const { page } = await browser.openPage({
      path: '/people?ids=ny&at=2030-06-17T05:00Z',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await button(page, 'Next time that suits everyone').click()
    await page.waitForURL(/at=2030-06-17T13%3A00Z/)
    await button(page, 'Copy for Discord').click()
    await page.getByText('Copied.').waitFor()
    const seconds = Date.UTC(2030, 5, 17, 13) / 1000
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`<t:${seconds}:F>`)
    await button(page, 'Copy as text').click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('Mon 17 Jun, 15:00 for Me\nMon 17 Jun, 9:00 for Maya')

    await page.getByRole('slider', { name: 'Time', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/at=2030-06-17T13%3A15Z/)
    const band = await page.getByRole('img', { name: 'Maya’s day' }).boundingBox()
    if (band === null) throw new Error('No band is shown')
    await page.mouse.move(band.x + band.width * 0.25, band.y + band.height - 5)
    await page.mouse.down()
    await page.mouse.move(band.x + band.width * 0.5 + 1, band.y + band.height - 5)
    await page.mouse.up()
    await page.waitForURL(/at=2030-06-17T10%3A00Z/)
  })

  test('can be added and compared with the keyboard alone', async () => {
    const { page } = await browser.openPage()
    await tabTo(page, 'People')
    await page.keyboard.press('Enter')
    await page.getByText('Add a user id to see').waitFor()
    await tabTo(page, 'Add people')
    await page.keyboard.type('ny')
    await page.keyboard.press('Enter')
    await row(page, 'Maya').waitFor()
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
