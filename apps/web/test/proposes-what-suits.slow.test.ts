import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, CLIPBOARD, chooseDay, copied } from './page-actions.ts'
import { timesOf } from './shown-answers.ts'

const MONDAY = '2030-06-17T05:00Z'

const proposals = (page: Page, list = 'Best times in the next 14 days') =>
  page.getByRole('list', { name: list }).getByRole('button')
const times = (page: Page) => page.getByRole('list', { name: 'Everyone’s time' }).getByRole('listitem')
const PHONE = { width: 390, height: 844 }

test.describe('a meeting', () => {
  test('keeps the duration in the address and proposes times that last it', async ({ open }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY })
    await page.locator('label').getByText('2 hours', { exact: true }).click()
    await expect(page).toHaveURL(/minutes=120/)
    await page.reload()
    await expect(page.getByRole('radio', { name: '2 hours' })).toBeChecked()
    await expect(proposals(page).first()).toContainText('15:00')
    await expect(proposals(page).first()).toContainText('17:00')
  })

  test('proposes different times of day, each with the days on which it suits the same people', async ({
    open,
  }) => {
    const page = await open.visit('/meet?ids=3,6', { now: '2026-11-25T21:00Z' })
    await expect(proposals(page)).toHaveText([
      /^13:00.14:00everyone awake$/,
      /^14:00.15:00everyone awakeLate evening for Kenji \(22:00\) · kinder to Maya$/i,
      /^15:00.16:00\d of 3late for Kenji \(23:00\) · kinder to Maya$/i,
      /^23:00.00:002 of 3late for you \(23:00\) · kinder to Maya$/,
    ])
    const days = page.getByRole('radio', { name: /November|December/ })
    await expect(days).toHaveCount(5)
    for (const day of [
      'Thursday 26 November',
      'Friday 27 November',
      'Monday 30 November',
      'Wednesday 2 December',
    ])
      await expect(page.getByRole('radio', { name: day })).toBeAttached()
    await proposals(page).nth(1).click()
    await expect(page).toHaveURL(/at=2026-11-26T13%3A00Z/)
    await page.getByRole('radio', { name: 'Monday 30 November' }).check()
    await expect(page).toHaveURL(/at=2026-11-30T13%3A00Z/)
    await expect(proposals(page).nth(1)).toHaveAttribute('aria-pressed', 'true')
    // The day stays when another time is tried.
    await proposals(page).first().click()
    await expect(page).toHaveURL(/at=2026-11-30T12%3A00Z/)
  })

  test('proposes the times that come closest where none suits all, and says on whom they are hard', async ({
    open,
  }) => {
    const path = '/meet?ids=9,3,6,5,4'
    const page = await open.visit(path, { now: '2026-11-23T13:12Z' })
    // Ranked again once everybody has been looked up.
    await expect(proposals(page).first()).toContainText('5 of 6late for Sione (01:00)')
    await expect(proposals(page)).toHaveCount(4)
    await expect(page.getByText('No time suits all; these come closest.')).toBeVisible()
  })

  test('groups many people by their clocks, and scrolls only the hours where they have no room', async ({
    open,
  }) => {
    const ids = Array.from({ length: 30 }, (_, index) => `${1000 + index}`)
    const viewport = { width: 720, height: 640 }
    const page = await open.visit('/privacy', { viewport })
    await page.route('**/v1/time*', (route) => route.fulfill({ json: timesOf(ids) }))
    await page.goto(`/meet?ids=${ids}`)
    await expect(page.getByText('+12')).toBeVisible()
    // Berlin and Paris share a clock, with the reader in Berlin.
    await expect(page.locator('.meet-rows .meet-row')).toHaveCount(4)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '150%'))
    const scroller = page.locator('.meet-scroller')
    expect(await scroller.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    await scroller.evaluate((box) => box.scrollTo({ left: 300 }))
    const name = await page.locator('.meet-name').first().boundingBox()
    expect(name?.x).toBeGreaterThanOrEqual(0)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await page.setViewportSize(PHONE)
    await expect(page.locator('.meet-rows .meet-row')).toHaveCount(4)
    await expect(page.locator('.meet-name').filter({ hasText: '+12' })).toBeVisible()
  })

  test('is one screen on a phone, from who meets to how it is shared', async ({ open }) => {
    const page = await open.visit('/meet?ids=2,3,5,6,9', { now: MONDAY, viewport: PHONE, hasTouch: true })
    await expect(page.locator('.meet-rows .meet-row')).toHaveCount(6)
    for (const seen of [
      page.getByRole('heading', { name: 'My people' }),
      page.locator('.segment').first(),
      page.getByRole('radio', { name: 'Monday 17 June' }).locator('..'),
      page.locator('.meet-row').last(),
      page.locator('.slot-frame'),
      page.locator('.result-time'),
      button(page, 'More'),
      button(page, 'Copy for Discord'),
      page.getByRole('link', { name: 'Add to calendar' }),
    ])
      await expect(seen).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollLeft + scrollY)).toBe(0)
    const slider = page.getByRole('slider', { name: 'Time', exact: true })
    const before = await slider.getAttribute('aria-valuetext')
    // Down is later.
    await slider.press('ArrowDown')
    await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '')
    await slider.press('ArrowUp')
    await expect(slider).toHaveAttribute('aria-valuetext', before ?? '')
    await slider.press('End')
    await expect(slider).toHaveAttribute(
      'aria-valuetext',
      /^Mon 17 Jun, 23:45 to 00:45 · Your time · \d of 6 · /,
    )
    await expect(page.locator('.slot-frame')).toBeInViewport()
    await page.getByRole('radio', { name: 'Monday 17 June' }).press('ArrowRight')
    await expect(page).toHaveURL(/at=2030-06-18T21%3A45Z/)
  })

  test('sends the reader to the people first where there are none', async ({ open }) => {
    const page = await open.visit('/meet')
    await expect(page.getByText('Who do you want to meet?')).toBeVisible()
    await page.getByRole('link', { name: 'Add people' }).click()
    await expect(page.getByText('Who are your people?')).toBeVisible()
  })

  for (const locale of ['en-GB', 'ar'])
    test(`frames its own hours, in sight (${locale})`, async ({ open }) => {
      const page = await open.visit('/favicon.svg', { now: MONDAY, locale })
      for (const hour of [3, 13, 21])
        for (const viewport of [{ width: 1280, height: 860 }, PHONE]) {
          await page.setViewportSize(viewport)
          await page.goto(`/meet?ids=3,9&at=2030-06-17T${String(hour - 2).padStart(2, '0')}:00Z`)
          await expect(page.locator('.meet-rows .meet-row').nth(2)).toBeVisible()
          const message = `at ${hour}, ${viewport.width} pixels`
          await expect.poll(() => findFrame(page), { message }).toEqual({ hour, seen: 1 })
        }
    })

  test('begins at the hour that is clicked in a page from right to left', async ({ open }) => {
    const page = await open.visit('/meet?ids=3,9', { now: MONDAY, locale: 'ar' })
    await page.locator('.meet-rows .meet-cells').first().locator('.cell').nth(10).click({ force: true })
    await expect(page).toHaveURL(/at=2030-06-17T08%3A00Z/)
  })

  test('is proposed if a link holds a moment that no clock can show', async ({ open }) => {
    const page = await open.visit('/favicon.svg', { now: MONDAY })
    for (const at of ['1890-01-01T10:00Z', '-271821-04-20T00:00Z', '+275760-09-13T00:00Z']) {
      await page.goto(`/meet?ids=3&at=${encodeURIComponent(at)}`)
      await expect(page.getByRole('heading', { name: 'Monday 17 June' })).toBeVisible()
    }
  })

  test('is on a day from the browser’s own calendar, which a button opens', async ({ open }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY, locale: 'en-US' })
    await page.evaluate(() => {
      HTMLInputElement.prototype.showPicker = function () {
        this.dataset.shown = this.value
      }
    })
    await button(page, 'Choose a day').press('Enter')
    await expect(page.locator('[data-shown="2030-06-17"]')).toBeAttached()
    await chooseDay(page, '2030-07-14')
    await expect(page.getByRole('heading', { name: 'Sunday, July 14' })).toBeVisible()
  })

  test('counts only people whose zone is known, and says who is left out and whether that could be checked', async ({
    open,
  }) => {
    const page = await open.visit('/meet?ids=3,nobody,noone', { now: MONDAY })
    const note = (text: string) => page.getByText(text, { exact: true })
    await expect(note('nobody and noone · no saved time zone')).toBeVisible()
    await expect(page.locator('.fit-note')).toHaveText('2 of 2')
    await expect(proposals(page).first()).toContainText('2 of 2')
    await expect(page.getByText('everyone awake')).toHaveCount(0)
    await page.route('**/v1/time*', (route) => route.abort())
    await page.reload()
    await expect(note('nobody and noone · couldn’t be checked')).toBeVisible()
    // What was known of her stays.
    await expect(times(page).filter({ hasText: 'Maya' })).toBeVisible()
  })

  test('is proposed only once everybody’s zone is known', async ({ open }) => {
    const page = await open.visit('/privacy', { now: MONDAY })
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/v1/time*', async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.goto('/meet?ids=3,9')
    await expect(page.getByRole('heading', { name: 'My people' })).toBeVisible()
    await expect(page.locator('.time-skeleton').nth(3)).toBeVisible()
    await expect(page.locator('.time-choice')).toHaveCount(0)
    const bottom = (part: string) =>
      page.locator(part).evaluate((list) => list.getBoundingClientRect().bottom)
    const placeholder = await bottom('.time-cards')
    answer()
    await expect(page.locator('.time-choice')).toHaveCount(4)
    await expect(page.locator('.time-skeleton')).toHaveCount(0)
    expect(Math.abs((await bottom('.time-cards')) - placeholder)).toBeLessThan(60)
  })

  test('is not called good for everyone after a failure, which is shown above the times', async ({
    open,
  }) => {
    const page = await open.visit('/privacy', { now: MONDAY, viewport: PHONE })
    await page.route('**/v1/time*', (route) => route.abort())
    await page.goto('/meet?ids=3,9')
    await expect(page.getByText('1 of 1').first()).toBeVisible()
    await expect(page.getByText('2 couldn’t be checked').first()).toBeVisible()
    await expect(page.getByText('everyone awake')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'My people' })).toBeVisible()
    const { y: alert = PHONE.height } = (await page.getByRole('alert').first().boundingBox()) ?? {}
    const { y: hours = 0 } = (await page.locator('.meet-rows').boundingBox()) ?? {}
    expect(alert).toBeLessThan(hours)
    expect(alert).toBeLessThan(PHONE.height - 100)
  })

  test('centres the minutes and am or pm within a cell', async ({ open }) => {
    const page = await open.visit('/meet?ids=9', { now: MONDAY, locale: 'en-US' })
    const row = page.locator('.meet-row').filter({ hasText: 'Noor' })
    await expect(row.getByText('45 pm').first()).toBeVisible()
    const outside = await row.locator('.cell:not(.cell-asleep)').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell.querySelector('small') ?? cell)
        const box = cell.getBoundingClientRect()
        return [...range.getClientRects()].filter(
          ({ left, right, bottom }) =>
            Math.abs(left + right - box.left - box.right) > 4 || bottom > box.bottom,
        )
      }),
    )
    expect(outside).toEqual([])
  })

  test('is the same for everyone who opens its link, with whoever shared it among them', async ({ open }) => {
    const draft = { draft: { userId: '6', username: 'Kenji' } }
    const link = async (stored: Record<string, unknown>, timezoneId: string) => {
      const page = await open.visit('/meet?ids=3', {
        now: MONDAY,
        permissions: CLIPBOARD,
        stored,
        timezoneId,
      })
      await expect(proposals(page)).toHaveCount(4)
      await button(page, 'Copy link').click()
      await expect(page.getByText('Copied.')).toBeVisible()
      const address = await copied(page)
      return { address, texts: await times(page).allTextContents() }
    }
    const known = await link(draft, 'Asia/Tokyo')
    const guest = await open.visit(known.address, { now: MONDAY, timezoneId: 'America/Sao_Paulo' })
    await guest.getByRole('link', { name: 'Suggest another time' }).click()
    // A weekday before the time depends on whose day is shown.
    const endOf = (text: string | undefined) => new RegExp(`${text?.replace(/^\D+/, '')}$`)
    const timeOf = (texts: string[], name: string) => endOf(texts.find((text) => text.startsWith(name)))
    await expect(times(guest).filter({ hasText: 'Kenji' })).toHaveText(timeOf(known.texts, 'You'))
    await expect(times(guest).filter({ hasText: 'Maya' })).toHaveText(timeOf(known.texts, 'Maya'))

    const unknown = await link({}, 'Asia/Kathmandu')
    expect(unknown.address).toContain('minutes=60')
    const other = await open.visit(unknown.address, { now: MONDAY, timezoneId: 'America/Sao_Paulo' })
    await other.getByRole('link', { name: 'Suggest another time' }).click()
    await expect(times(other)).toHaveCount(3)
    await expect(times(other).filter({ hasText: 'Kathmandu' })).toHaveText(timeOf(unknown.texts, 'You'))
  })

  test('that has passed is not offered to anybody', async ({ open }) => {
    const page = await open.visit('/meet?ids=3&at=2020-01-06T05:00Z')
    await expect(page.getByText('This time has passed.')).toBeVisible()
    await expect(proposals(page)).toHaveCount(4)
    const ways = ['Copy for Discord', 'Copy link', 'More']
    for (const way of ways) await expect(button(page, way)).toHaveCount(0)
    await page.setViewportSize(PHONE)
    await expect(page.getByText('This time has passed.')).toBeVisible()
    for (const way of ways) await expect(button(page, way)).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 860 })
    await proposals(page).first().click()
    for (const way of ways) await expect(button(page, way)).toBeVisible()
  })

  test('is proposed from the day on that was chosen, with its year', async ({ open }) => {
    const page = await open.visit('/meet?ids=3', { now: '2026-11-23T13:12Z' })
    await chooseDay(page, '2027-03-08')
    const later = proposals(page, 'Best times from Mon, 8 Mar 2027 on')
    await expect(later).toHaveCount(4)
    const days = page.getByRole('radio', { name: /(?:8|9|1\d) March 2027/ })
    await expect(days).toHaveCount(5)
    await expect(page).toHaveURL(/at=2027-03-08/)
    await page.reload()
    await expect(later).toHaveCount(4)
    await chooseDay(page, '2026-11-23')
    await expect(proposals(page)).toHaveCount(4)
  })

  test('is today not before now', async ({ open }) => {
    const page = await open.visit('/meet?ids=3&at=2030-06-18T04:00Z', { now: MONDAY })
    await button(page, 'Previous day').click()
    await expect(page).toHaveURL(/at=2030-06-17T05%3A00Z/)
    await expect(page.getByText('This time has passed.')).toHaveCount(0)
  })

  test('changes the address once when it is dragged', async ({ open }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY })
    await expect(proposals(page)).toHaveCount(4)
    await page.evaluate(() => {
      const change = history.replaceState
      let changes = 0
      history.replaceState = (...args) => {
        document.documentElement.dataset.changes = String(++changes)
        change.apply(history, args)
      }
    })
    const { x, y, width } = (await page.locator('.slot-frame').boundingBox()) ?? { x: 0, y: 0, width: 0 }
    await page.mouse.move(x + width / 2, y + 40)
    await page.mouse.down()
    for (let step = 1; step <= 15; step++) await page.mouse.move(x + width / 2 - 6 * step, y + 40)
    await page.mouse.up()
    await expect(page).toHaveURL(/at=/)
    await expect(page.locator('html')).toHaveAttribute('data-changes', '1')
  })
})

/** The hour of the day shown at which the frame begins, and how much of the frame the names and edges leave in sight, from 0 to 1. */
function findFrame(page: Page) {
  return page.evaluate(() => {
    const boxOf = (element?: Element | null) => element?.getBoundingClientRect() ?? new DOMRect()
    const isDown = innerWidth < 700
    const frame = boxOf(document.querySelector('.slot-frame'))
    const grid = boxOf(document.querySelector('.meet-scroller'))
    const names = boxOf(document.querySelector('.meet-name'))
    const cells = [...(document.querySelector('.meet-rows .meet-cells')?.children ?? [])]
    const [start, end] = isDown ? [frame.top, frame.bottom] : [frame.left, frame.right]
    const hour = cells.findIndex((cell) => {
      const { left, right, top, bottom } = boxOf(cell)
      const [from, until] = isDown ? [top, bottom] : [left - 2, right]
      return from <= start + 2 && start + 2 < until
    })
    const [from, until] = isDown
      ? [names.bottom, grid.bottom]
      : names.left > frame.left
        ? [grid.left, names.left]
        : [names.right, grid.right]
    const seen = Math.min(end, until) - Math.max(start, from)
    return { hour, seen: Math.max(0, seen) / (end - start) }
  })
}
