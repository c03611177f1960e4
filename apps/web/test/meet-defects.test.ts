import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { MAYA, NOOR, openAt, savePeople } from './page-actions.ts'

const MONDAY = '2030-06-17T05:00Z'
const PHONE = { width: 390, height: 844 }

describe.skipIf(browserMissing !== undefined)('a meeting', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    await savePeople(browser.address, [MAYA, NOOR])
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  /** The hour of the reader's own row on which the frame begins, and how much of the frame the names and edges leave in sight, from 0 to 1. */
  const findFrame = (page: Page) =>
    page.evaluate(() => {
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

  test.for([
    ['en-GB', undefined],
    ['en-GB', PHONE],
    ['ar', undefined],
    ['ar', PHONE],
  ] as const)('frames its own hours, in sight (%s, %o)', async ([locale, viewport]) => {
    for (const hour of [3, 13, 21]) {
      const path = `/meet?ids=ny,np&at=2030-06-17T${String(hour - 2).padStart(2, '0')}:00Z`
      const { page } = await openAt(browser, { now: MONDAY, path, locale, ...(viewport && { viewport }) })
      await page.locator('.meet-row').nth(2).waitFor()
      await expect.poll(() => findFrame(page), { message: `at ${hour}` }).toEqual({ hour, seen: 1 })
    }
  })

  test('begins at the hour that is clicked in a page from right to left', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/meet?ids=ny,np', locale: 'ar' })
    await page.locator('.meet-cells').first().locator('.cell').nth(10).click({ force: true })
    await page.waitForURL(/at=2030-06-17T08%3A/)
  })

  test.for(['0001-01-01T00:00Z', '1890-01-01T10:00Z', '-271821-04-20T00:00Z', '+275760-09-13T00:00Z'])(
    'proposes a time if a link holds a moment that no clock can show (%s)',
    async (at) => {
      const path = `/meet?ids=ny&at=${encodeURIComponent(at)}`
      const { page, complaints } = await openAt(browser, { now: MONDAY, path })
      await page.getByRole('heading', { name: 'Monday 17 June' }).waitFor()
      expect(complaints).toEqual([])
    },
  )

  test('shows the day as it is typed, digit by digit, and restores it after the field is emptied', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/meet?ids=ny' })
    const day = page.getByLabel('Day', { exact: true })
    await day.focus()
    // Month, day and year: browsers write dates in their own language.
    for (const digit of '12242031') await page.keyboard.press(digit)
    await page.waitForURL(/at=2031-12-24T/)
    await page.getByRole('heading', { name: 'Wednesday 24 December' }).waitFor()
    await page.keyboard.press('Delete')
    expect(await day.inputValue()).toBe('')
    await day.blur()
    await expect.poll(() => day.inputValue()).toBe('2031-12-24')
  })

  test('says who is left out of the proposals, and whether that could be checked', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/meet?ids=ny,nobody,noone' })
    const note = (text: string) => page.getByText(text, { exact: true })
    await note('nobody and noone · no saved time zone').waitFor({ timeout: 5000 })
    await page.route('**/v1/lookup*', (route) => route.abort())
    await page.reload()
    await note('ny, nobody and noone · couldn’t be checked').waitFor({ timeout: 5000 })
  })

  test('is proposed only once everybody’s zone is known', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/privacy' })
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/v1/lookup*', async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.goto(`${browser.address}/meet?ids=ny,np`)
    await page.getByRole('link', { name: '3 people' }).waitFor()
    await page.locator('.slot-skeleton').nth(4).waitFor()
    expect(await page.locator('.slot').count()).toBe(0)
    const { height: placeholder = 0 } = (await page.locator('.slot-skeleton').first().boundingBox()) ?? {}
    answer()
    await expect.poll(() => page.locator('.slot').count()).toBe(5)
    expect(await page.locator('.slot-skeleton').count()).toBe(0)
    const { height = 0 } = (await page.locator('.slot').first().boundingBox()) ?? {}
    expect(Math.abs(height - placeholder)).toBeLessThan(4)
  })

  test('is not called good for everyone after a failure, which is shown above the times', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/privacy', viewport: PHONE })
    await page.route('**/v1/lookup*', (route) => route.abort())
    await page.goto(`${browser.address}/meet?ids=ny,np`)
    await page.getByText('Good for 1 · 2 couldn’t be checked').first().waitFor()
    expect(await page.getByText('everyone', { exact: false }).filter({ hasText: 'Good' }).count()).toBe(0)
    await page.getByRole('link', { name: '3 people' }).waitFor()
    const { y: alert = PHONE.height } = (await page.getByRole('alert').first().boundingBox()) ?? {}
    const { y: slots = 0 } = (await page.locator('.slot').first().boundingBox()) ?? {}
    expect(alert).toBeLessThan(slots)
    expect(alert).toBeLessThan(PHONE.height - 100)
  })

  test('centres the minutes and am or pm within a cell', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/meet?ids=np', locale: 'en-US' })
    const row = page.locator('.meet-row').nth(1)
    await row.getByText('45 pm').first().waitFor()
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
})
