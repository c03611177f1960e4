import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from './open-browser.ts'
import { sidewaysScroll } from './page-actions.ts'
import { openWithPeople } from './people-setup.ts'

// What A4 leaves between a browser's margins.
const PAPER = { width: 718, height: 1046 }
const CONTROLS = ['.site-header', 'footer', '.button', '.icon-button', '.field', '.select', '.chip']

describe.skipIf(browserMissing !== undefined)('on paper', () => {
  let browser: Awaited<ReturnType<typeof openWithPeople>>
  beforeAll(async () => {
    browser = await openWithPeople()
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test.for([
    ['/', ['.hero']],
    ['/people?ids=ny,in', ['.person-sky', '.band', '.person-line', '.state-icon']],
    ['/meet?ids=ny,in', ['.cell', '.slot-frame']],
    ['/u/ny', ['.hero']],
    ['/everyone', ['.hour-bar', '.sky-dot']],
  ] as const)('%s keeps its skies and is light, without controls', async ([path, skies]) => {
    const { page } = await browser.openPage({ path, viewport: PAPER, colorScheme: 'light' })
    for (const sky of skies) await page.locator(sky).first().waitFor({ state: 'attached' })
    const ink = await styleOf(page, 'body', 'color')
    await print(page)
    for (const sky of skies) expect(await styleOf(page, sky, 'print-color-adjust')).toBe('exact')
    expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(255, 255, 255)')
    expect(await styleOf(page, 'body', 'color')).toBe(ink)
    const controls = CONTROLS.map((control) => `${control}:visible`).join()
    expect(await page.locator(controls).allTextContents()).toEqual([])
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  })

  test('a meeting shows all hours of the day, and how long it is', async () => {
    const { page } = await browser.openPage({ path: '/meet?ids=ny,in', viewport: PAPER })
    await page.locator('.cell').first().waitFor()
    await print(page)
    const hours = await page.locator('.meet-row').first().locator('.cell').evaluateAll(placesOf)
    expect(hours).toHaveLength(24)
    expect(Math.max(...hours.map(({ right }) => right))).toBeLessThanOrEqual(PAPER.width)
    const hidden = await page
      .locator('.meet-scroller')
      .evaluate(
        (box) => box.scrollWidth - box.clientWidth > 1 || getComputedStyle(box).overflowX !== 'visible',
      )
    expect(hidden).toBe(false)
    expect(await page.locator('.segment:visible').allTextContents()).toEqual(['1 hour'])
  })

  test('rows below the screen are complete', async () => {
    const viewport = { width: PAPER.width, height: 200 }
    const { page } = await browser.openPage({ path: '/people?ids=ny,in,nz', viewport })
    await page.locator('.person-row').nth(3).waitFor()
    await print(page)
    expect(await styleOf(page, '.person-row', 'content-visibility')).toBe('visible')
  })
})

/** Shows the page as it is printed from the dark theme. */
async function print(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

function styleOf(page: Page, selector: string, property: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
}

function placesOf(elements: Element[]): DOMRect[] {
  return elements.map((element) => element.getBoundingClientRect().toJSON())
}
