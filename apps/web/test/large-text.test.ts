import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from './open-browser.ts'
import { sidewaysScroll } from './page-actions.ts'
import { openWithPeople, row } from './people-setup.ts'

// Rows out of sight are not laid out, so all of them have to be on the screen.
const HEIGHT = 2400
const MIN_NAME_WIDTH = 80

describe.skipIf(browserMissing !== undefined)('large text on a phone', () => {
  let browser: Awaited<ReturnType<typeof openWithPeople>>
  beforeAll(async () => {
    browser = await openWithPeople()
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test.for([
    [320, 100, 'en-GB'],
    [390, 130, 'en-GB'],
    [360, 150, 'en-GB'],
    [360, 200, 'en-GB'],
    [320, 200, 'en-GB'],
    [360, 200, 'de-DE'],
    [360, 150, 'ar-MA'],
  ] as const)(
    'breaks no word in a row of people %d pixels wide at %d percent in %s',
    async ([width, percent, locale]) => {
      const viewport = { width, height: HEIGHT }
      const { page } = await browser.openPage({
        path: '/people?ids=ny,in,nz',
        viewport,
        locale,
        hasTouch: true,
      })
      await enlargeText(page, percent)
      await page.locator('.person-row').filter({ hasText: 'Sione' }).locator('time').waitFor()
      expect(await brokenWords(page)).toEqual([])
      const names = await page
        .locator('.person-name > :first-child')
        .evaluateAll((found) => found.map((name) => name.getBoundingClientRect().width))
      expect(names).toHaveLength(4)
      expect(Math.min(...names)).toBeGreaterThanOrEqual(MIN_NAME_WIDTH)
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    },
  )

  test.for(['/people?ids=ny', '/meet?ids=ny', '/everyone'])('shows which view is %s', async (path) => {
    const { page } = await browser.openPage({ path, viewport: { width: 360, height: 800 } })
    await enlargeText(page, 200)
    await expect.poll(() => isCurrentTabInView(page)).toBe(true)
  })

  test('leaves the time beside the name where there is room', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=ny', viewport: { width: 360, height: 800 } })
    const [name, time] = await Promise.all([
      row(page, 'Maya').locator('.person-name').boundingBox(),
      row(page, 'Maya').locator('.person-time').boundingBox(),
    ])
    expect(time?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0))
  })
})

function enlargeText(page: Page, percent: number): Promise<void> {
  return page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`)
}

/** The words in the rows that begin on one line and end on another. */
function brokenWords(page: Page): Promise<string[]> {
  return page.locator('.person-row').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const nodes = document.createNodeIterator(row, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode())
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.push(word)
        }
      return broken
    }),
  )
}

function isCurrentTabInView(page: Page): Promise<boolean> {
  return page.locator('.tab[aria-current]').evaluate((tab) => {
    const [inner, outer] = [tab.getBoundingClientRect(), tab.parentElement?.getBoundingClientRect()]
    return outer !== undefined && inner.left >= outer.left - 1 && inner.right <= outer.right + 1
  })
}
