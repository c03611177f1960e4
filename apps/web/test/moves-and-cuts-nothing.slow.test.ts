import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { NOW } from './views.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 900, height: 900 }
const DESKTOP = { width: 1280, height: 900 }
const FRIENDS = { people: ['2', '3', '6'] }

test.describe('a label on the axis', () => {
  for (const viewport of [PHONE, DESKTOP])
    test(`hides whole where the line or its time is, and is there elsewhere (${viewport.width} pixels wide)`, async ({
      open,
    }) => {
      const page = await open.visit('/', { now: NOW, viewport, stored: FRIENDS, reducedMotion: 'reduce' })
      const slider = page.getByRole('slider', { name: 'Time shown' })
      await expect(page.locator('.person-row .ribbon text').first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      const seen = new Set<string>()
      let hidden = 0
      for (let step = 0; step < 24; step++) {
        await slider.focus()
        await slider.press('PageDown')
        await drawn(page)
        for (const { name, isShown, isCrossed } of await labels(page)) {
          expect(isShown && isCrossed, `${name} at ${await slider.getAttribute('aria-valuetext')}`).toBe(
            false,
          )
          if (isShown) seen.add(name)
          else hidden += 1
        }
      }
      expect(hidden).toBeGreaterThan(0)
      // On a phone with people, the sun has no labels.
      const kinds = viewport === PHONE ? ['ruler', 'ribbon'] : ['ruler', 'ribbon', 'sun']
      for (const kind of kinds) expect([...seen].filter((name) => name.startsWith(kind))).not.toEqual([])
    })
})

test.describe('“Copied.”', () => {
  for (const [path, viewport] of [
    ['/?ids=3,6', DESKTOP],
    ['/?ids=3,6', PHONE],
    ['/u/3', DESKTOP],
    ['/u/3', PHONE],
    ['/meet?ids=3', PHONE],
  ] as const)
    test(`moves nothing in ${path}, ${viewport.width} pixels wide`, async ({ open }) => {
      const page = await open.visit(path, {
        viewport,
        permissions: ['clipboard-write'],
        reducedMotion: 'reduce',
      })
      const copy = page.getByRole('button', { name: /^(Share|Copy|Copy link|Share link|Copy text)/ }).first()
      await expect(copy).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await page.evaluate(() => document.fonts.ready)
      const before = await places(page)
      await copy.click()
      await expect(page.getByText('Copied.')).toHaveCount(1)
      expect(await places(page)).toEqual(before)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    })
})

test('on narrow paper, Meet is printed whole: nothing lies over anything else, and every hour of everybody is there', async ({
  open,
}) => {
  const page = await open.visit('/meet?ids=2,3,6,9', { now: NOW, viewport: PHONE })
  await expect(page.locator('.cell').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const hours = page.locator('.awake-bar')
  const result = await boxOf(page.locator('.result'))
  const grid = await boxOf(page.locator('.meet-grid'))
  const last = await boxOf(hours.last())
  expect(last.bottom).toBeLessThanOrEqual(grid.bottom + 1)
  expect(grid.bottom).toBeLessThanOrEqual(result.top)
  expect(grid.right).toBeLessThanOrEqual(PHONE.width)
  const clipped = await page.evaluate(() =>
    [...document.querySelectorAll('main :not(.sr-only)')]
      .filter((element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowY))
      .filter(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1)
      .map(({ className }) => `${className}`),
  )
  expect(clipped).toEqual([])
})

test('the light of the sun is behind the buttons', async ({ open }) => {
  const page = await open.visit('/', { now: '2026-06-21T11:00:00Z', stored: FRIENDS })
  await expect(page.locator('.axis-body')).toBeAttached()
  for (const viewport of [PHONE, TABLET]) {
    await page.setViewportSize(viewport)
    for (const button of await page.locator('.hero-text .button').all()) {
      const covered = await button.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const points = [left + 9, (left + right) / 2, right - 9].flatMap((x) =>
          [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [x, y] as const),
        )
        const light = document.querySelector('.axis-body')
        return points.filter(([x, y]) => {
          const stack = document.elementsFromPoint(x, y)
          return light !== null && stack.indexOf(light) >= 0 && stack.indexOf(light) < stack.indexOf(element)
        }).length
      })
      expect(covered).toBe(0)
    }
  }
})

/** Waits until what is drawn in frames is drawn. */
function drawn(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 8; frame++) await new Promise(requestAnimationFrame)
  })
}

/** What is written below the sun and on ribbons in sight: whether it is shown, and whether the line or its time is over it. */
function labels(page: Page) {
  return page.evaluate(() => {
    const overlaps = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const pill = document.querySelector('.axis-pill span')?.getBoundingClientRect() ?? new DOMRect()
    const middle = (pill.left + pill.right) / 2
    const line = new DOMRect(middle - 1, 0, 2, innerHeight * 4)
    const found = [
      ['ruler', '.axis-ruler span'],
      ['sun', '.axis-event > span'],
      ['ribbon', '.ribbon text'],
    ] as const
    return found.flatMap(([kind, selector]) =>
      [...document.querySelectorAll(selector)].map((element) => {
        // Without the room around it.
        const words = document.createRange()
        words.selectNodeContents(element)
        const box = words.getBoundingClientRect()
        return {
          name: `${kind} ${element.textContent}`,
          // What is out of sight is drawn once it is not.
          isShown:
            element.checkVisibility({ visibilityProperty: true }) && box.width > 0 && box.top < innerHeight,
          isCrossed: overlaps(box, line) || (kind === 'ruler' && overlaps(box, pill)),
        }
      }),
    )
  })
}

/** Where everything is that can be pressed or read. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, a, h2, h3, li, p:not(.sr-only))')].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const name = element.textContent?.replace('Copied.', '').slice(0, 20)
      return width > 0 ? `${element.tagName} ${name} ${[x, y + scrollY, width, height].map(Math.round)}` : []
    }),
  )
}

async function boxOf(locator: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {}
  return { top: y, bottom: y + height, left: x, right: x + width }
}
