import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { findOverflow } from './find-overflow.ts'
import { expect, type Site, test } from './fixtures.ts'
import { button, chooseLanguage, ENGLISH_LAST, zoneField } from './page-actions.ts'
import { openView, VIEWS } from './views.ts'

const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1080 },
  { name: 'phone-dark', colorScheme: 'dark', width: 360 },
] as const
// What axe checks that depends on colours and sizes.
const OF_LOOKS = ['color-contrast', 'scrollable-region-focusable']
// Views that have other elements on a phone.
const OTHERS_ON_A_PHONE = ['now-empty', 'meet', 'meet-empty', 'meet-long', 'meet-many']
// Most views fit into a picture; a sheet covers an ordinary screen.
const PICTURE_HEIGHT = 1500
const SHEET_HEIGHT = 800
const WIDTHS = [320, 768, 1280, 2560]
// What A4 leaves between a browser's margins.
const PAPER = { width: 718, height: 1046 }
const CONTROLS = [
  '.site-header',
  'footer',
  '.button',
  '.icon-button',
  '.field',
  '.select',
  '.chip',
  '.account-rail',
]
// What must keep its colours on paper.
const SKIES: Record<string, string[]> = {
  now: ['.hero'],
  'now-group': ['.ribbon', '.row-initials'],
  meet: ['.cell', '.slot-frame'],
  person: ['.hero'],
  everyone: ['.map-area', '.sky-dot'],
}
// Views that leave room below them on a desktop.
const SHORT = ['now-empty', 'person', 'person-missing', 'everyone', 'account-none', 'not-found', 'failure']
const WHITE = 'rgb(255, 255, 255)'
// Rows out of sight are not laid out, so all of them have to be on the screen.
const HEIGHT = 2400
const MIN_NAME_WIDTH = 80
// No sunrise or sunset follows within twelve hours: container queries, which hide its label, do not notice enlarged text.
const EVENING = '2026-11-21T16:30Z'

for (const [name, view] of Object.entries(VIEWS))
  test(`${name} looks as its pictures show it, passes axe, and fits every screen, a phone in every language, large text and paper`, async ({
    open,
  }) => {
    // Half of the pixels show what moved, and keep the pictures small.
    const page = await openView(open, view, { deviceScaleFactor: 0.5 })
    for (const { name: look, colorScheme, width } of LOOKS) {
      await page.setViewportSize({ width, height: view.openSheet ? SHEET_HEIGHT : PICTURE_HEIGHT })
      await page.emulateMedia({ colorScheme })
      await expect.soft(page).toHaveScreenshot(`${name}-${look}.png`, {
        scale: 'device',
        // More than another machine's fonts cause, less than a panel that moves.
        maxDiffPixelRatio: 0.01,
      })
      const rules = colorScheme === 'light' || OTHERS_ON_A_PHONE.includes(name) ? undefined : OF_LOOKS
      expect.soft(await findAxeViolations(page, rules), colorScheme).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'light' })
    if (SHORT.includes(name)) {
      await page.setViewportSize({ width: 1280, height: 1600 })
      expect.soft(await endsOf(page), 'the ends of the footer and the page').toEqual([1600, 1600])
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await expect.soft.poll(() => sidewaysScroll(page), `${width} pixels`).toBeLessThanOrEqual(0)
      expect.soft(await marginsOf(page), `${width} pixels`).toEqual([marginAt(width)])
    }
    await page.setViewportSize({ width: 360, height: 800 })
    // What covers the view fits in every language, too: `speaks-each-language.slow.test.ts`.
    for (const language of view.openSheet ? [] : ENGLISH_LAST) {
      await chooseLanguage(page, language)
      await expect.soft.poll(() => findOverflow(page), language).toEqual([])
    }
    await enlargeText(page, 200)
    await expect.soft.poll(() => sidewaysScroll(page), 'text of 200 %').toBeLessThanOrEqual(0)
    if (['now', 'meet', 'everyone'].includes(name))
      await expect.soft.poll(() => isCurrentTabInView(page), 'text of 200 %').toBe(true)
    await enlargeText(page, 100)
    // A sheet is not printed.
    if (view.openSheet) return
    await page.setViewportSize(PAPER)
    const ink = await styleOf(page, 'body', 'color')
    await print(page)
    await expect(page.locator('body')).toHaveCSS('background-color', WHITE)
    await expect(page.locator('body')).toHaveCSS('color', ink)
    for (const sky of SKIES[name] ?? [])
      await expect(page.locator(sky).first()).toHaveCSS('print-color-adjust', 'exact')
    await expect(page.locator(CONTROLS.map((control) => `${control}:visible`).join())).toHaveCount(0)
    await expect.poll(() => sidewaysScroll(page), 'on paper').toBeLessThanOrEqual(0)
  })

test('no picture is of a view that is gone', () => {
  const pictures = readdirSync(fileURLToPath(new URL('./snapshots/', import.meta.url)))
  const names = Object.keys(VIEWS).flatMap((view) => LOOKS.map(({ name }) => `${view}-${name}.png`))
  expect(pictures.toSorted()).toEqual(names.toSorted())
})

test.describe('large text on a phone', () => {
  for (const [locale, sizes] of [
    [
      'en-GB',
      [
        [320, 100],
        [390, 130],
        [360, 150],
        [360, 200],
        [320, 200],
      ],
    ],
    ['de-DE', [[360, 200]]],
    ['ar-MA', [[360, 150]]],
  ] as const)
    test(`breaks no word in a row of people in ${locale}`, async ({ open }) => {
      const viewport = { width: sizes[0][0], height: HEIGHT }
      const page = await open.visit('/?ids=3,2,4', { now: EVENING, viewport, locale, hasTouch: true })
      await expect(page.locator('.person-row').filter({ hasText: 'Sione' }).locator('time')).toBeVisible()
      const names = page.locator('.row-name')
      await expect(names).toHaveCount(3)
      for (const [width, percent] of sizes) {
        const how = `${width} pixels, text of ${percent} %`
        await page.setViewportSize({ width, height: HEIGHT })
        await enlargeText(page, percent)
        await expect.poll(() => brokenWords(page), how).toEqual([])
        await expect.poll(() => sidewaysScroll(page), how).toBeLessThanOrEqual(0)
        const widths = await names.evaluateAll((found) =>
          found.map((name) => name.getBoundingClientRect().width),
        )
        expect(Math.min(...widths), how).toBeGreaterThanOrEqual(MIN_NAME_WIDTH)
      }
    })

  test('leaves the time beside the name where there is room', async ({ open }) => {
    const page = await open.visit('/?ids=3', { viewport: { width: 360, height: 800 } })
    const row = page.locator('.person-row').filter({ hasText: 'Maya' })
    await expect(row.locator('.person-time')).toBeVisible()
    const [name, time] = await Promise.all([
      row.locator('.row-name').boundingBox(),
      row.locator('.person-time').boundingBox(),
    ])
    expect(time?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0))
  })
})

test.describe('on paper', () => {
  test('a meeting shows all hours of the day, and how long it is', async ({ open }) => {
    const page = await open.visit('/meet?ids=3,2', { viewport: PAPER })
    await expect(page.locator('.cell').first()).toBeVisible()
    await print(page)
    const cells = page.locator('.meet-rows .meet-row').first().locator('.cell')
    await expect(cells).toHaveCount(24)
    const edges = await cells.evaluateAll((found) => found.map((cell) => cell.getBoundingClientRect().right))
    expect(Math.max(...edges)).toBeLessThanOrEqual(PAPER.width)
    const scroller = page.locator('.meet-scroller')
    await expect(scroller).toHaveCSS('overflow-x', 'visible')
    expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(1)
    await expect(page.locator('.segment:visible')).toHaveText(['1 hour'])
  })

  test('rows below the screen are complete', async ({ open }) => {
    const page = await open.visit('/?ids=3,2,4', { viewport: { width: PAPER.width, height: 200 } })
    await expect(page.locator('.person-row')).toHaveCount(3)
    await print(page)
    await expect(page.locator('.person-row').first()).toHaveCSS('content-visibility', 'visible')
  })
})

test.describe('in forced colours', () => {
  const visit = (open: Site, path: string) => open.visit(path, { forcedColors: 'active' })

  test('ribbons, the line, the active tab and the label of the time stay visible', async ({ open }) => {
    const page = await visit(open, '/?ids=3')
    await expect(page.getByText('Maya').first()).toBeVisible()
    // Chromium may apply the emulated colours a moment after the page is drawn.
    await expect
      .poll(
        async () => (await styleOf(page, '.ribbon path', 'fill')) === (await styleOf(page, 'body', 'color')),
      )
      .toBe(true)
    await expectVisible(page, ['.people-line .axis-line', '.axis-pill span', '.tab[aria-current]'])
  })

  test('the frame of a meeting, nights and the chosen proposal stay visible', async ({ open }) => {
    const page = await visit(open, '/meet?ids=3')
    await expect(page.locator('.slot-frame')).toBeVisible()
    const heightOf = async (cell: string) => (await page.locator(cell).first().boundingBox())?.height ?? 0
    // The cells of people come after those of the reader.
    await expect
      .poll(async () => (await heightOf('.cell:not(.cell-asleep)')) > 2 * (await heightOf('.cell-asleep')))
      .toBe(true)
    await expect(page.locator('.cell-asleep').first()).toHaveCSS('border-top-style', 'solid')
    await expectVisible(page, ['.day:has(:checked)', '.segment:has(:checked)', '.slot-pill'])
  })

  test('the button on a person’s sky and the highlighted row of the picker stay visible', async ({
    open,
  }) => {
    const page = await visit(open, '/u/2')
    await expect(button(page, 'Add to my people')).toBeVisible()
    await expectVisible(page, ['.button-sky-primary'])
    await page.goto('/')
    await button(page, 'Change').click()
    await zoneField(page).fill('berlin')
    await expectVisible(page, ['.place-row[aria-selected=true]'])
  })
})

/** Where the mark, and what each part of a view holds, begin, from the side of a page of at most 1280 pixels. */
function marginsOf(page: Page): Promise<number[]> {
  return page.locator('.site-header-line, .page, .person-columns').evaluateAll((parts) => {
    const outer = Math.max(0, (document.documentElement.clientWidth - 1280) / 2)
    const startOf = (part: Element) => part.getBoundingClientRect().left - outer
    return [
      ...new Set(
        parts.map((part) => startOf(part) + Number.parseFloat(getComputedStyle(part).paddingInlineStart)),
      ),
    ]
  })
}

/** Where the footer and the page end. */
function endsOf(page: Page): Promise<(number | undefined)[]> {
  return page.evaluate(() => [
    document.querySelector('footer')?.getBoundingClientRect().bottom,
    document.documentElement.scrollHeight,
  ])
}

function marginAt(width: number): number {
  if (width < 640) return 20
  return width < 1024 ? 32 : 64
}

/** How far the page can be scrolled sideways, in pixels. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

async function expectVisible(page: Page, selectors: string[]): Promise<void> {
  for (const selector of selectors)
    await expect
      .poll(async () => (await background(page, selector)) === (await background(page, 'body')), selector)
      .toBe(false)
}

function background(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      return `${backgroundColor} ${backgroundImage}`
    })
}

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
