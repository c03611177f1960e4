import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button } from './page-actions.ts'

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

test.describe('a finger', () => {
  test('drags the line on a ribbon', async ({ open }) => {
    const page = await open.visit('/people?ids=3,9', { now: MONDAY, ...PHONE })
    const row = page.getByRole('listitem').filter({ hasText: 'Maya' })
    await expect(row.getByText('1:00')).toBeVisible()
    await swipe(page, row.locator('.person-ribbon'), -60)
    await expect(row.getByText('yesterday')).toBeVisible()
    await button(page, 'Now').click()
    await expect(row.getByText('1:00')).toBeVisible()
  })

  test('drags a meeting by its frame, and beside it scrolls the hours', async ({ open }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY, ...PHONE })
    const frame = page.locator('.slot-frame')
    await expect(frame).toBeVisible()
    const left = () => frame.evaluate((element) => element.style.left)
    const before = await left()
    await swipe(page, frame, -80)
    await expect.poll(left).not.toBe(before)
    await expect(page).toHaveURL(/at=/)
    const dragged = await left()
    const scroller = page.locator('.meet-scroller')
    const scrolled = () => scroller.evaluate((element) => element.scrollLeft)
    const start = await scrolled()
    // The frame is in the middle.
    await swipe(page, scroller, -80, 0.9)
    await expect.poll(scrolled).toBeGreaterThan(start)
    expect(await left()).toBe(dragged)
  })

  test('sends a meeting through the phone’s own sheet, which may be closed without an answer', async ({
    open,
  }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY, ...PHONE })
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
    expect(shared.text).toContain('– Maya (New York)')
    expect(Object.fromEntries(new URL(shared.url).searchParams)).toEqual({
      ids: '3',
      at: '2030-06-17T13:00Z',
      minutes: '60',
      zone: 'Europe/Berlin',
    })
  })
})
