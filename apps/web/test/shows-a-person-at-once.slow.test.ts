import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { hold } from './page-actions.ts'

const PARTS = ['initial', 'name', 'place', 'clock', 'day', 'state'].map((part) => `.person-${part}`)

test.describe('the first text of a person’s page', () => {
  test('is there without any script or stylesheet, on the sky of the person', async ({ open }) => {
    const page = await open.visit('/u/6', {
      locale: 'de-DE',
      before: (page) => page.route('**/*.{js,css}', (route) => route.abort()),
    })
    await expect(page.locator('.person-name')).toHaveText('Kenji')
    await expect(page.locator('.person-place')).toHaveText('Tokio, Japan')
    await expect(page.locator('.person-clock')).toHaveText(/^\d{1,2}:\d\d$/)
    await expect(page.locator('.person-state')).toHaveText(/ahrscheinlich/)
    await expect(page.getByText('Uhrzeit beim Laden der Seite')).toBeHidden()
    await expect(page.locator('.person')).toHaveCSS('background-image', /gradient.*(?:rgb|lab)/)
    const { height = 0 } = (await page.locator('.person-clock').boundingBox()) ?? {}
    expect(height).toBeGreaterThan(80)
  })

  test('says as of when the time is where scripts are off', async ({ open }) => {
    const page = await open.visit('/u/6', { javaScriptEnabled: false })
    await expect(page.locator('.person-clock')).toHaveText(/^\d{1,2}:\d\d$/)
    await expect(page.getByText('Time when this page was loaded')).toBeVisible()
    const missing = await open.visit('/u/nobody', { javaScriptEnabled: false })
    await expect(missing.getByRole('heading', { name: 'There’s no clock here' })).toBeVisible()
  })

  for (const [locale, width, height] of [
    ['en-US', 390, 844],
    ['ar-EG', 390, 844],
    ['de-DE', 1280, 800],
  ] as const)
    test(`does not move when the page’s own takes its place (${locale})`, async ({ open }) => {
      // A name whose letters are in no font that comes later.
      const user_id = `at-once-${locale}`
      const body = { user_id, username: locale === 'ar-EG' ? 'نور' : 'Kenji', timezone: 'Asia/Tokyo' }
      await open.client.setTimezone({ body })
      const page = await open.visit('/favicon.svg', { locale, viewport: { width, height } })
      const release = await hold(page, '**/assets/*.{js,css}')
      await page.goto(`/u/${user_id}`, { waitUntil: 'commit' })
      await expect(page.locator('.person-state')).toBeVisible()
      const first = await partsOf(page)
      release()
      await expect(page.locator('.two-days .ribbon')).toHaveCount(2)
      const own = await partsOf(page)
      for (const [part, { text, box }] of Object.entries(first)) {
        expect([part, own[part]?.box]).toEqual([part, box])
        // The minute may have ended in between.
        if (part !== '.person-clock') expect(own[part]?.text).toContain(text)
      }
      // From right to left, digits begin further left once a wider font has come.
      if (locale !== 'ar-EG') expect(await shiftsOf(page)).toEqual([])
    })
})

/** The text of each part and where it starts, by its class. */
async function partsOf(page: Page) {
  const parts = PARTS.map(async (part) => {
    const element = page.locator(part).first()
    return [part, await element.evaluate(startOf)] as const
  })
  return Object.fromEntries(await Promise.all(parts))
}

/** How long a text is may change as its font arrives. */
function startOf(element: Element) {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const start = document.dir === 'rtl' ? right : left
  return { text: element.textContent ?? '', box: [start, top, bottom] }
}

/** What has moved since the page was opened. */
function shiftsOf(page: Page): Promise<string[]> {
  type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as Shift[]
          // The header's tabs are as wide as their font, which may come later.
          const nodes = shifts
            .flatMap(({ sources }) => sources.map(({ node }) => node))
            .filter((node) => !node?.parentElement?.closest('header'))
          resolve(nodes.map((node) => node?.parentElement?.outerHTML ?? 'removed'))
        }).observe({ type: 'layout-shift', buffered: true })
        // Nothing is reported where nothing has moved.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])))
      }),
  )
}
