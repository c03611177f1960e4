import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, lookupOf, MAYA, NOOR, openAt, savePeople, sidewaysScroll } from './page-actions.ts'

const MONDAY = '2030-06-17T05:00Z'

describe.skipIf(browserMissing !== undefined)('meeting', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    await savePeople(browser.address, [
      MAYA,
      NOOR,
      ['jp', 'Kenji', 'Asia/Tokyo'],
      ['nz', 'Sione', 'Pacific/Auckland'],
      ['ar', 'Lucía', 'America/Argentina/Buenos_Aires'],
    ])
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  const slots = (page: Page) =>
    page.getByRole('list', { name: 'Best times in the next 14 days' }).getByRole('button')
  const times = (page: Page) => page.getByRole('list', { name: 'Everyone’s time' }).getByRole('listitem')

  test('shows a moment in everyone’s own time, across clock changes and in quarter-hour zones', async () => {
    // 2026-11-01: New York goes back at 6:00 UTC; Europe has a week before.
    const { page } = await browser.openPage({ path: '/meet?ids=ny,np&at=2026-11-01T05:30Z' })
    await times(page).filter({ hasText: 'Maya' }).getByText('Sun 1 Nov, 1:30').waitFor()
    await times(page).filter({ hasText: 'Noor' }).getByText('Sun 1 Nov, 11:15').waitFor()
    await page.getByText('Clocks in New York go back 1 h on this day.').waitFor()
    expect(await page.locator('.cell-change').count()).toBe(1)
    await page.goto(`${browser.address}/meet?ids=ny,np&at=2026-11-01T06:30Z`)
    await times(page).filter({ hasText: 'Maya' }).getByText('Sun 1 Nov, 1:30').waitFor()
    await times(page).filter({ hasText: 'Me' }).getByText('Sun 1 Nov, 7:30').waitFor()
  })

  test('follows old links to a moment on the page of people', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=ny&at=2026-11-01T05:30Z' })
    await times(page).filter({ hasText: 'Maya' }).getByText('Sun 1 Nov, 1:30').waitFor()
    expect(new URL(page.url()).pathname).toBe('/meet')
  })

  test('finds a time that suits everyone, by proposal, drag or key, and copies it as text and for Discord', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await openAt(browser, { now: MONDAY, path: '/meet?ids=ny', permissions })
    await slots(page).first().click()
    await page.waitForURL(/at=2030-06-17T13%3A00Z/)
    await page.getByText('Good for everyone').first().waitFor()
    await button(page, 'Copy for Discord').click()
    await page.getByText('Copied.').waitFor()
    const seconds = Date.UTC(2030, 5, 17, 13) / 1000
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`<t:${seconds}:F>`)
    await button(page, 'Copy as text').click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('Mon 17 Jun, 15:00 for Me\nMon 17 Jun, 9:00 for Maya')

    const slider = page.getByRole('slider', { name: 'Time', exact: true })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/at=2030-06-17T13%3A15Z/)
    expect(await slider.getAttribute('aria-valuetext')).toBe('Mon 17 Jun, 15:15 to 16:15')
    const band = await page.getByRole('img', { name: 'Maya’s day' }).boundingBox()
    if (band === null) throw new Error('No band is shown')
    await page.mouse.move(band.x + band.width * 0.25, band.y + band.height - 5)
    await page.mouse.down()
    await page.mouse.move(band.x + band.width * 0.5 + 1, band.y + band.height - 5)
    await page.mouse.up()
    await page.waitForURL(/at=2030-06-17T10%3A00Z/)

    // Grabbed in its middle, the frame follows without a jump.
    await page.mouse.move(band.x + (band.width * 12.5) / 24, band.y + band.height - 5)
    await page.mouse.down()
    await page.mouse.move(band.x + (band.width * 13.5) / 24, band.y + band.height - 5)
    await page.mouse.up()
    await page.waitForURL(/at=2030-06-17T11%3A00Z/)
  })

  test('keeps the duration in the address and proposes times that last it', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/meet?ids=ny' })
    await page.locator('label').getByText('2 hours', { exact: true }).click()
    await page.waitForURL(/minutes=120/)
    await page.reload()
    expect(await page.getByRole('radio', { name: '2 hours' }).isChecked()).toBe(true)
    await expect.poll(() => slots(page).count()).toBe(5)
  })

  test('proposes the least bad times where none suits everyone, and says on whom they are hard', async () => {
    const path = '/meet?ids=np,ny,jp,ar,nz'
    const { page } = await openAt(browser, { now: '2026-11-23T13:12Z', path })
    // Ranked again once everybody has been looked up.
    await expect.poll(() => slots(page).first().textContent()).toContain('Good for 5 · late for Sione (1:00)')
    expect(await slots(page).count()).toBe(5)
    await page.getByText('No time suits everyone.').waitFor()
  })

  test('shows another day, another person’s day, and now', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/meet?ids=nz' })
    await button(page, 'Now').click()
    await page.waitForURL(/at=2030-06-17T05%3A00Z/)
    await page.getByRole('heading', { name: 'Monday 17 June' }).waitFor()
    await button(page, 'Next day').click()
    await page.waitForURL(/at=2030-06-18T05%3A00Z/)
    await page.getByLabel('Day', { exact: true }).fill('2030-07-01')
    await page.waitForURL(/at=2030-07-01T05%3A00Z/)
    const firstHour = (name: string) =>
      page
        .getByRole('img', { name: `${name}’s day` })
        .locator('.cell')
        .first()
        .textContent()
    expect(await firstHour('Sione')).toBe('10')
    await page.getByLabel('Whose day').selectOption('Sione’s time')
    await expect.poll(() => firstHour('Sione')).toBe('0')
    expect(await firstHour('Me')).toBe('14')
  })

  test('offers all seven styles of Discord and a calendar file in UTC', async () => {
    const { page, complaints } = await openAt(browser, {
      now: MONDAY,
      path: '/meet?ids=ny&at=2030-06-17T13:30Z&minutes=30',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByText('All Discord formats').click()
    const seconds = Date.UTC(2030, 5, 17, 13, 30) / 1000
    for (const style of ['F', 'f', 'D', 'd', 'T', 't', 'R']) {
      await button(page, `Copy <t:${seconds}:${style}>`).click()
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toBe(`<t:${seconds}:${style}>`)
    }
    await page.getByText('in 9 hours').waitFor()
    expect(await findAxeViolations(page)).toEqual([])

    const downloading = page.waitForEvent('download')
    await button(page, 'Add to calendar').click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('meeting.ics')
    const file = readFileSync(await download.path(), 'utf8')
    expect(file).toContain('DTSTART:20300617T133000Z')
    expect(file).toContain('DURATION:PT30M')
    expect(file).toContain('SUMMARY:Meeting with Maya')
    expect(complaints).toEqual([])
  })

  test('groups many people by their clocks, and scrolls only the hours on a phone', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `${1000 + index}`)
    const viewport = { width: 360, height: 640 }
    const { page } = await browser.openPage({ path: '/privacy', viewport })
    await page.route('**/v1/lookup*', (route) => route.fulfill({ json: lookupOf(ids) }))
    await page.goto(`${browser.address}/meet?ids=${ids}`)
    await page.getByText('+12').waitFor()
    // Berlin and Paris share a clock, with the reader in Berlin.
    expect(await page.locator('.meet-row').count()).toBe(4)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    const scroller = page.locator('.meet-scroller')
    expect(await scroller.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    await scroller.evaluate((box) => box.scrollTo({ left: 300 }))
    const name = await page.locator('.meet-name').first().boundingBox()
    expect(name?.x).toBeGreaterThanOrEqual(0)
    expect(await findAxeViolations(page)).toEqual([])
  })

  test('sends the reader to the people first where there are none', async () => {
    const { page } = await browser.openPage({ path: '/meet' })
    await page.getByText('Who do you want to meet?').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add people' }).click()
    await page.getByText('Who are your people?').waitFor()
  })
})
