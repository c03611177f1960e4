import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, MAYA, NOOR, openAt, savePeople } from './page-actions.ts'

const MONDAY = '2030-06-17T05:00Z'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Moves a finger sideways from the middle of something, or from another part of its width. */
async function swipe(page: Page, target: Locator, pixels: number, from = 0.5): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('Nothing to touch')
  const inspector = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved: number) =>
    inspector.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [{ x: box.x + box.width * from + moved, y: box.y + Math.min(box.height / 2, 20) }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 10; step++) await touch('touchMove', (pixels * step) / 10)
  await touch('touchEnd', pixels)
}

describe.skipIf(browserMissing !== undefined)('a finger', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    await savePeople(browser.address, [MAYA, NOOR])
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test('drags the line on a band', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/people?ids=ny,np', ...PHONE })
    const row = page.getByRole('listitem').filter({ hasText: 'Maya' })
    await row.getByText('1:00').waitFor()
    await swipe(page, row.locator('.person-sky'), -60)
    await row.getByText('yesterday').waitFor()
    await button(page, 'Now').click()
    await row.getByText('1:00').waitFor()
  })

  test('drags a meeting by its frame, and beside it scrolls the hours', async () => {
    const { page } = await openAt(browser, { now: MONDAY, path: '/meet?ids=ny', ...PHONE })
    const frame = page.locator('.slot-frame')
    await frame.waitFor()
    const left = () => frame.evaluate((element) => element.style.left)
    const before = await left()
    await swipe(page, frame, -80)
    await expect.poll(left).not.toBe(before)
    await page.waitForURL(/at=/)
    const dragged = await left()
    const scroller = page.locator('.meet-scroller')
    const scrolled = () => scroller.evaluate((element) => element.scrollLeft)
    const start = await scrolled()
    // The frame is in the middle.
    await swipe(page, scroller, -80, 0.9)
    await expect.poll(scrolled).toBeGreaterThan(start)
    expect(await left()).toBe(dragged)
  })

  test('sends a meeting through the phone’s own sheet, which may be closed without an answer', async () => {
    const { page, complaints } = await openAt(browser, { now: MONDAY, path: '/meet?ids=ny', ...PHONE })
    await page.addInitScript(() => {
      navigator.share = (data) => {
        document.documentElement.dataset.shared = JSON.stringify(data)
        return Promise.reject(new DOMException('Closed', 'AbortError'))
      }
    })
    await page.reload()
    await button(page, 'Share…').tap()
    const shared = JSON.parse((await page.locator('html').getAttribute('data-shared')) ?? '{}')
    expect(shared.title).toContain('Maya')
    expect(shared.text).toContain('for Maya')
    expect(shared.url).toBe(page.url())
    expect(complaints).toEqual([])
  })
})
