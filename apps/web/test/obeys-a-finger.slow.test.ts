import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button } from './page-actions.ts'

const MONDAY = '2030-06-17T05:00Z'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Moves a finger from the middle of something, sideways or down. */
async function swipe(page: Page, target: Locator, [right, down]: [number, number]): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('Nothing to touch')
  const inspector = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    inspector.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [{ x: box.x + box.width / 2 + right * part, y: box.y + box.height / 2 + down * part }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 10; step++) await touch('touchMove', step / 10)
  await touch('touchEnd', 1)
}

test.describe('a finger', () => {
  test('drags the line on a ribbon', async ({ open }) => {
    const page = await open.visit('/?ids=3,9', { now: MONDAY, ...PHONE })
    const row = page.getByRole('listitem').filter({ hasText: 'Maya' })
    await expect(row.getByText('01:00')).toBeVisible()
    await swipe(page, row.locator('.person-ribbon'), [-60, 0])
    await expect(row.getByText('Sunday')).toBeVisible()
    await button(page, 'Back to now').click()
    await expect(row.getByText('01:00')).toBeVisible()
  })

  test('drags a meeting by its frame, and beside it scrolls the hours', async ({ open }) => {
    const page = await open.visit('/meet?ids=3', { now: MONDAY, ...PHONE })
    const frame = page.locator('.slot-frame')
    await expect(frame).toBeVisible()
    const top = () => frame.evaluate((element) => (element as HTMLElement).offsetTop)
    const before = await top()
    await swipe(page, frame, [0, -80])
    await expect.poll(top).not.toBe(before)
    await expect(page).toHaveURL(/at=/)
    const dragged = await top()
    const scroller = page.locator('.meet-scroller')
    const scrolled = () => scroller.evaluate((element) => element.scrollTop)
    const start = await scrolled()
    await swipe(page, page.locator('.awake-bar[data-chosen=true] + span + span + span'), [0, -80])
    await expect.poll(scrolled).toBeGreaterThan(start)
    expect(await top()).toBe(dragged)
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
      by: '',
      at: '2030-06-17T13:00Z',
      minutes: '60',
      zone: 'Europe/Berlin',
    })
    await button(page, 'More').tap()
    await expect(button(page, 'Copy link')).toBeVisible()
    await expect(page.getByText('Copied.').or(page.locator('textarea'))).toHaveCount(0)
  })
})
