import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button } from './page-actions.ts'
import { lookupOf } from './shown-answers.ts'

const MONDAY = '2030-06-17T05:00Z'

const slots = (page: Page) =>
  page.getByRole('list', { name: 'Best times in the next 14 days' }).getByRole('button')
const times = (page: Page) => page.getByRole('list', { name: 'Everyone’s time' }).getByRole('listitem')
const PHONE = { width: 390, height: 844 }

test.describe('a meeting', () => {
  test('follows old links to a moment on the page of people', async ({ open }) => {
    const page = await open.visit('/people?ids=3&at=2026-11-01T05:30Z')
    await expect(times(page).filter({ hasText: 'Maya' }).getByText('Sun 1 Nov, 1:30')).toBeVisible()
    await expect(page).toHaveURL(/\/meet\?/)
  })

  test('keeps the duration in the address and proposes times that last it', async ({ open }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY })
    await page.locator('label').getByText('2 hours', { exact: true }).click()
    await expect(page).toHaveURL(/minutes=120/)
    await page.reload()
    await expect(page.getByRole('radio', { name: '2 hours' })).toBeChecked()
    await expect(slots(page)).toHaveCount(5)
  })

  test('proposes the least bad times where none suits everyone, and says on whom they are hard', async ({
    open,
  }) => {
    const path = '/meet?ids=9,3,6,5,4'
    const page = await open.visit(path, { now: '2026-11-23T13:12Z' })
    // Ranked again once everybody has been looked up.
    await expect(slots(page).first()).toContainText('Likely good for 5 people · late for Sione (1:00)')
    await expect(slots(page)).toHaveCount(5)
    await expect(page.getByText('No time suits everyone.')).toBeVisible()
  })

  test('groups many people by their clocks, and scrolls only the hours on a phone', async ({ open }) => {
    const ids = Array.from({ length: 30 }, (_, index) => `${1000 + index}`)
    const viewport = { width: 360, height: 640 }
    const page = await open.visit('/privacy', { viewport })
    await page.route('**/v1/lookup*', (route) => route.fulfill({ json: lookupOf(ids) }))
    await page.goto(`/meet?ids=${ids}`)
    await expect(page.getByText('+12')).toBeVisible()
    // Berlin and Paris share a clock, with the reader in Berlin.
    await expect(page.locator('.meet-row')).toHaveCount(4)
    const scroller = page.locator('.meet-scroller')
    expect(await scroller.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    await scroller.evaluate((box) => box.scrollTo({ left: 300 }))
    const name = await page.locator('.meet-name').first().boundingBox()
    expect(name?.x).toBeGreaterThanOrEqual(0)
  })

  test('sends the reader to the people first where there are none', async ({ open }) => {
    const page = await open.visit('/meet')
    await expect(page.getByText('Who do you want to meet?')).toBeVisible()
    await page.getByRole('link', { name: 'Add people' }).click()
    await expect(page.getByText('Who are your people?')).toBeVisible()
  })

  for (const [locale, viewport] of [
    ['en-GB', undefined],
    ['en-GB', PHONE],
    ['ar', undefined],
    ['ar', PHONE],
  ] as const)
    test(`frames its own hours, in sight (${locale}, ${viewport ? 'phone' : 'desktop'})`, async ({
      open,
    }) => {
      for (const hour of [3, 13, 21]) {
        const path = `/meet?ids=3,9&at=2030-06-17T${String(hour - 2).padStart(2, '0')}:00Z`
        const page = await open.visit(path, { now: MONDAY, locale, ...(viewport && { viewport }) })
        await expect(page.locator('.meet-row').nth(2)).toBeVisible()
        await expect.poll(() => findFrame(page), { message: `at ${hour}` }).toEqual({ hour, seen: 1 })
      }
    })

  test('begins at the hour that is clicked in a page from right to left', async ({ open }) => {
    const page = await open.visit('/meet?ids=3,9', { now: MONDAY, locale: 'ar' })
    await page.locator('.meet-cells').first().locator('.cell').nth(10).click({ force: true })
    await expect(page).toHaveURL(/at=2030-06-17T08%3A/)
  })

  for (const at of ['0001-01-01T00:00Z', '1890-01-01T10:00Z', '-271821-04-20T00:00Z', '+275760-09-13T00:00Z'])
    test(`proposes a time if a link holds a moment that no clock can show (${at})`, async ({ open }) => {
      const path = `/meet?ids=3&at=${encodeURIComponent(at)}`
      const page = await open.visit(path, { now: MONDAY })
      await expect(page.getByRole('heading', { name: 'Monday 17 June' })).toBeVisible()
    })

  test('shows the day as it is typed, digit by digit, and restores it after the field is emptied', async ({
    open,
  }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY })
    const day = page.getByLabel('Day', { exact: true })
    await day.focus()
    // Month, day and year: browsers write dates in their own language.
    for (const digit of '12242031') await page.keyboard.press(digit)
    await expect(page).toHaveURL(/at=2031-12-24T/)
    await expect(page.getByRole('heading', { name: /24 December 2031/ })).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(day).toHaveValue('')
    await day.blur()
    await expect(day).toHaveValue('2031-12-24')
  })

  test('says who is left out of the proposals, and whether that could be checked', async ({ open }) => {
    const page = await open.visit('/meet?ids=3,nobody,noone', { now: MONDAY })
    const note = (text: string) => page.getByText(text, { exact: true })
    await expect(note('nobody and noone · no saved time zone')).toBeVisible()
    await page.route('**/v1/lookup*', (route) => route.abort())
    await page.reload()
    await expect(note('3, nobody and noone · couldn’t be checked')).toBeVisible()
  })

  test('is proposed only once everybody’s zone is known', async ({ open }) => {
    const page = await open.visit('/privacy', { now: MONDAY })
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/v1/lookup*', async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.goto('/meet?ids=3,9')
    await expect(page.getByRole('link', { name: '3 people' })).toBeVisible()
    await expect(page.locator('.slot-skeleton').nth(4)).toBeVisible()
    await expect(page.locator('.slot')).toHaveCount(0)
    const { height: placeholder = 0 } = (await page.locator('.slot-skeleton').first().boundingBox()) ?? {}
    answer()
    await expect(page.locator('.slot')).toHaveCount(5)
    await expect(page.locator('.slot-skeleton')).toHaveCount(0)
    const { height = 0 } = (await page.locator('.slot').first().boundingBox()) ?? {}
    expect(Math.abs(height - placeholder)).toBeLessThan(4)
  })

  test('is not called good for everyone after a failure, which is shown above the times', async ({
    open,
  }) => {
    const page = await open.visit('/privacy', { now: MONDAY, viewport: PHONE })
    await page.route('**/v1/lookup*', (route) => route.abort())
    await page.goto('/meet?ids=3,9')
    await expect(page.getByText('Likely good for 1 person · 2 couldn’t be checked').first()).toBeVisible()
    await expect(page.getByText('everyone', { exact: false }).filter({ hasText: 'Good' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: '3 people' })).toBeVisible()
    const { y: alert = PHONE.height } = (await page.getByRole('alert').first().boundingBox()) ?? {}
    const { y: slots = 0 } = (await page.locator('.slot').first().boundingBox()) ?? {}
    expect(alert).toBeLessThan(slots)
    expect(alert).toBeLessThan(PHONE.height - 100)
  })

  test('centres the minutes and am or pm within a cell', async ({ open }) => {
    const page = await open.visit('/meet?ids=9', { now: MONDAY, locale: 'en-US' })
    const row = page.locator('.meet-row').nth(1)
    await expect(row.getByText('45 pm').first()).toBeVisible()
    const outside = await row.locator('.cell').evaluateAll((cells) =>
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
    const permissions = ['clipboard-read', 'clipboard-write']
    const draft = { 'timezone-registry:draft': { userId: '6', username: 'Kenji' } }
    const link = async (stored: Record<string, unknown>, timezoneId: string) => {
      const page = await open.visit('/meet?ids=3', { now: MONDAY, permissions, stored, timezoneId })
      await expect(slots(page)).toHaveCount(5)
      await button(page, 'Copy link').click()
      await expect(page.getByText('Copied.')).toBeVisible()
      const address = await page.evaluate(() => navigator.clipboard.readText())
      return { address, texts: await times(page).allTextContents() }
    }
    const known = await link(draft, 'Asia/Tokyo')
    const guest = await open.visit(known.address, { now: MONDAY, timezoneId: 'America/Sao_Paulo' })
    const kenjis = known.texts.find((text) => text.startsWith('Me'))?.replace('Me', 'Kenji')
    await expect(times(guest).filter({ hasText: 'Kenji' })).toHaveText(kenjis ?? '')
    await expect(times(guest).filter({ hasText: 'Maya' })).toHaveText(
      known.texts.find((text) => text.startsWith('Maya')) ?? '',
    )

    const unknown = await link({}, 'Asia/Kathmandu')
    expect(unknown.address).toContain('minutes=60')
    const other = await open.visit(unknown.address, { now: MONDAY, timezoneId: 'America/Sao_Paulo' })
    await expect(times(other)).toHaveCount(3)
    const theirs = unknown.texts.find((text) => text.startsWith('Me'))?.replace('Me', 'Kathmandu')
    await expect(times(other).filter({ hasText: 'Kathmandu' })).toHaveText(theirs ?? '')
  })

  test('that has passed is not offered to anybody', async ({ open }) => {
    const page = await open.visit('/meet?ids=3&at=2020-01-06T05:00Z')
    await expect(page.getByText('This time has passed.')).toBeVisible()
    await expect(slots(page)).toHaveCount(5)
    await expect(button(page, 'Copy for Discord')).toHaveCount(0)
    await slots(page).first().click()
    await expect(button(page, 'Copy for Discord')).toBeVisible()
  })

  test('is proposed from the day on that was chosen, with its year', async ({ open }) => {
    const page = await open.visit('/meet?ids=3', { now: '2026-11-23T13:12Z' })
    await page.getByLabel('Day', { exact: true }).fill('2027-03-08')
    const later = page.getByRole('list', { name: 'Best times from Mon, 8 Mar 2027 on' }).getByRole('button')
    await expect(later).toHaveCount(5)
    for (const slot of await later.all()) await expect(slot).toContainText(/ (?:8|9|1\d|2[01]) Mar 2027/)
    await expect(page).toHaveURL(/at=2027-03-08/)
    await page.reload()
    await expect(later).toHaveCount(5)
    await button(page, 'Now').click()
    await expect(slots(page)).toHaveCount(5)
  })

  test('never proposes a time in the past', async ({ open }) => {
    const page = await open.visit('/meet?ids=3&at=2020-01-06T05:00Z')
    await expect(page.getByText('This time has passed.')).toBeVisible()
    const slots = page.getByRole('list', { name: 'Best times in the next 14 days' }).getByRole('button')
    await expect(slots).toHaveCount(5)
    for (const slot of await slots.all()) {
      const before = page.url()
      await slot.click()
      await expect(slot).toHaveAttribute('aria-pressed', 'true')
      // The address follows when the moment has settled.
      await expect(page).toHaveURL((url) => url.href !== before)
      const at = new URL(page.url()).searchParams.get('at') ?? ''
      expect(Date.parse(at)).toBeGreaterThan(Date.now())
    }
  })

  test('shows the code for Discord, selected, where the browser forbids copying', async ({ open }) => {
    const page = await open.visit('/meet?ids=3&at=2030-06-17T13:00Z')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await button(page, 'Copy for Discord').click()
    await expect(page.getByText('Your browser blocked copying.')).toBeVisible()
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^<t:\d+:F>$/)
  })

  test('changes the address once when it is dragged', async ({ open }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY })
    await expect(slots(page)).toHaveCount(5)
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

/** The hour of the reader's own row on which the frame begins, and how much of the frame the names and edges leave in sight, from 0 to 1. */
function findFrame(page: Page) {
  return page.evaluate(() => {
    const frame = document.querySelector('.slot-frame')?.getBoundingClientRect() ?? new DOMRect()
    const grid = document.querySelector('.meet-scroller')?.getBoundingClientRect() ?? new DOMRect()
    const names = document.querySelector('.meet-name')?.getBoundingClientRect() ?? new DOMRect()
    const [from, until] = names.left > frame.left ? [grid.left, names.left] : [names.right, grid.right]
    const cells = [...(document.querySelector('.meet-cells')?.children ?? [])]
    const under = cells.findIndex((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      return left <= frame.left + 2 && frame.left + 2 < right
    })
    const seen = Math.min(frame.right, until) - Math.max(frame.left, from)
    return { hour: under, seen: Math.max(0, seen) / frame.width }
  })
}
