import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, CLIPBOARD, chooseDay, copied } from './page-actions.ts'

const MONDAY = '2030-06-17T05:00Z'

const proposals = (page: Page) =>
  page.getByRole('list', { name: 'Best times in the next 14 days' }).getByRole('button')
const times = (page: Page) => page.getByRole('list', { name: 'Everyone’s time' }).getByRole('listitem')

test.describe('meeting', () => {
  test('shows a moment in everyone’s own time, across clock changes and in quarter-hour zones', async ({
    open,
  }) => {
    // 2026-11-01: New York goes back at 6:00 UTC; Europe has a week before.
    const page = await open.visit('/meet?ids=3,9&at=2026-11-01T05:30Z')
    await expect(times(page).filter({ hasText: 'Maya' }).getByText('01:30', { exact: true })).toBeVisible()
    await expect(times(page).filter({ hasText: 'Noor' }).getByText('11:15', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sunday 1 November' })).toBeVisible()
    await expect(page.getByText('Clocks in New York go back 1 h on this day.')).toBeVisible()
    await expect(page.locator('.cell-change')).toHaveCount(1)
    await page.goto('/meet?ids=3,9&at=2026-11-01T06:30Z')
    await expect(times(page).filter({ hasText: 'Maya' }).getByText('01:30', { exact: true })).toBeVisible()
    await expect(times(page).filter({ hasText: 'You' }).getByText('07:30', { exact: true })).toBeVisible()
    // Who is on another day has its name: in Kathmandu, it is Tuesday.
    await page.goto('/meet?ids=9&at=2030-06-17T19:00Z')
    await expect(times(page).filter({ hasText: 'Noor' })).toContainText('Tue00:45')
    await expect(times(page).filter({ hasText: 'You' })).not.toContainText('Mon')
  })

  test('finds a time that suits everyone, by proposal, drag or key, and copies it as text and for Discord', async ({
    open,
  }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY, permissions: CLIPBOARD })
    await proposals(page).first().click()
    await expect(page).toHaveURL(/at=2030-06-17T13%3A00Z/)
    await expect(page.getByText('everyone awake').first()).toBeVisible()
    await button(page, 'Copy for Discord').click()
    await expect(page.getByText('Copied.')).toBeVisible()
    const seconds = Date.UTC(2030, 5, 17, 13) / 1000
    expect(await copied(page)).toBe(`<t:${seconds}:F>`)
    await button(page, 'More').click()
    await button(page, 'Copy as text').click()
    await expect
      .poll(() => copied(page))
      .toBe('Mon 17 Jun, 09:00 – Maya (New York)\nMon 17 Jun, 15:00 – Berlin')
    await page.keyboard.press('Escape')

    const slider = page.getByRole('slider', { name: 'Time', exact: true })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/at=2030-06-17T13%3A15Z/)
    await expect(slider).toHaveAttribute(
      'aria-valuetext',
      'Mon 17 Jun, 15:15 to 16:15 · Your time · everyone awake',
    )
    const band = await page.getByRole('img', { name: 'Maya’s day' }).boundingBox()
    if (band === null) throw new Error('No band is shown')
    await page.mouse.move(band.x + band.width * 0.25, band.y + band.height - 5)
    await page.mouse.down()
    await page.mouse.move(band.x + band.width * 0.5 + 1, band.y + band.height - 5)
    await page.mouse.up()
    await expect(page).toHaveURL(/at=2030-06-17T10%3A00Z/)

    // A click chooses the hour, wherever it is in it.
    await page.mouse.click(band.x + (band.width * 9.8) / 24, band.y + band.height - 5)
    await expect(page).toHaveURL(/at=2030-06-17T07%3A00Z/)
    await page.mouse.click(band.x + (band.width * 12.1) / 24, band.y + band.height - 5)

    // Grabbed in its middle, the frame follows without a jump.
    await page.mouse.move(band.x + (band.width * 12.5) / 24, band.y + band.height - 5)
    await page.mouse.down()
    await page.mouse.move(band.x + (band.width * 13.5) / 24, band.y + band.height - 5)
    await page.mouse.up()
    await expect(page).toHaveURL(/at=2030-06-17T11%3A00Z/)
  })

  test('shows another day by its arrows, a date, and the days of a proposal, and another person’s day', async ({
    open,
  }) => {
    const page = await open.visit('/meet?ids=4&at=2030-06-17T05:00Z', { now: MONDAY })
    await expect(page.getByRole('heading', { name: 'Monday 17 June' })).toBeVisible()
    await button(page, 'Next day').click()
    await expect(page).toHaveURL(/at=2030-06-18T05%3A00Z/)
    await chooseDay(page, '2030-07-01')
    await expect(page).toHaveURL(/at=2030-07-01T05%3A00Z/)
    await chooseDay(page, '2030-06-17')
    await expect(page).toHaveURL(/at=2030-06-17T05%3A00Z/)
    await proposals(page).first().click()
    await page.getByRole('radio', { name: 'Wednesday 19 June' }).check()
    await expect(page.getByRole('heading', { name: 'Wednesday 19 June' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('heading', { name: 'Tuesday 18 June' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Tuesday 18 June' })).toBeFocused()
    const firstHour = (name: string) =>
      page
        .getByRole('img', { name: `${name}’s day` })
        .locator('.cell')
        .first()
        .textContent()
    expect(await firstHour('Sione')).toBe('10')
    await button(page, 'Show times for Your time').click()
    await button(page, 'Sione’s time').click()
    await expect.poll(() => firstHour('Sione')).toBe('00')
    expect(await firstHour('You')).toBe('14')
  })

  test('offers all seven styles of Discord and a calendar file in UTC', async ({ open }) => {
    const page = await open.visit('/meet?ids=3&at=2030-06-17T13:30Z&minutes=30', {
      now: MONDAY,
      permissions: CLIPBOARD,
    })
    await button(page, 'More').click()
    const seconds = Date.UTC(2030, 5, 17, 13, 30) / 1000
    for (const style of ['F', 'f', 'D', 'd', 'T', 't', 'R']) {
      await button(page, `Copy <t:${seconds}:${style}>`).click()
      await expect.poll(() => copied(page)).toBe(`<t:${seconds}:${style}>`)
    }
    await expect(page.getByText('in 9 hours')).toBeVisible()

    await page.keyboard.press('Escape')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Add to calendar' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('meeting.ics')
    const file = readFileSync(await download.path(), 'utf8')
    expect(file).toContain('DTSTART:20300617T133000Z')
    expect(file).toContain('DURATION:PT30M')
    expect(file).toContain('SUMMARY:Meeting with Maya')
  })
})
