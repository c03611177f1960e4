import type { Page } from '@playwright/test'
import { contrastOf } from '@timezone-registry/zones/contrast'
import type { Sky } from '@timezone-registry/zones/sky'
import { expect, test } from './fixtures.ts'

const LEAST_CONTRAST = 4.5
// At these times, the sun is on the horizon, where the light around it would be behind the texts of a dark sky.
const DAWN_AND_DUSK = ['2026-06-21T02:45Z', '2026-06-21T19:30Z', '2026-03-20T05:20Z', '2026-11-21T06:40Z']

for (const width of [390, 1280])
  test(`texts below the sun have a contrast of at least 4.5:1 at dawn and dusk, ${width} pixels wide`, async ({
    open,
  }) => {
    const page = await open.visit('/favicon.svg', { viewport: { width, height: 800 } })
    for (const now of DAWN_AND_DUSK) {
      await page.clock.setFixedTime(now)
      await page.goto('/')
      await expect(page.locator('.axis-event').first()).toBeVisible()
      const labels = page.locator('.axis-label:visible')
      // What is within a label first: it is made transparent, too.
      const texts = [...(await labels.locator('.text-muted:visible').all()), ...(await labels.all())]
      for (const text of texts)
        expect(await contrastBehind(page, text), `${now} ${await text.textContent()}`).toBeGreaterThan(
          LEAST_CONTRAST,
        )
    }
  })

for (const width of [390, 1280])
  test(`the hours and initials of Meet have a contrast of at least 4.5:1, ${width} pixels wide`, async ({
    open,
  }) => {
    // Their clocks show the full hour, its half and three quarters of it.
    const page = await open.visit('/meet?ids=2,3,6,9', { viewport: { width, height: 800 } })
    const texts = page.locator('.cell, .initial')
    await expect(texts.nth(60)).toBeAttached()
    expectContrast(
      await texts.evaluateAll((elements) =>
        elements.map((element) => {
          const { color, backgroundColor } = getComputedStyle(element)
          return { ink: color, sky: backgroundColor }
        }),
      ),
    )
  })

test('the embedded clock has a contrast of at least 4.5:1 at every minute', async ({ open }) => {
  const page = await open.visit('/embed/6')
  expectContrast(
    await page.evaluate(() => {
      const { paint } = window as unknown as { paint: (hour: number) => void }
      return Array.from({ length: 24 * 60 }, (_, minute) => {
        paint(minute / 60)
        const { color, backgroundColor } = getComputedStyle(document.body)
        return { ink: color, sky: backgroundColor }
      })
    }),
  )
})

/** Black or white on a sky in OKLab, as the browser has computed them. */
function expectContrast(colours: { ink: string; sky: string }[]): void {
  const inks: Record<string, Sky> = { 'rgb(0, 0, 0)': grey(0), 'rgb(255, 255, 255)': grey(1) }
  for (const [index, { ink, sky }] of colours.entries()) {
    const [lightness = 0, a = 0, b = 0] = [...sky.matchAll(/-?[\d.]+(?:e-\d+)?/g)].map(Number)
    const contrast = contrastOf(inks[ink] ?? grey(Number.NaN), { lightness, a, b })
    expect(contrast, `${index}: ${ink} on ${sky}`).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  }
}

function grey(lightness: number): Sky {
  return { lightness, a: 0, b: 0 }
}

/** The contrast of a text with the pixel behind it that is the most like its ink. */
async function contrastBehind(page: Page, text: ReturnType<Page['locator']>): Promise<number> {
  const ink = await text.evaluate((element) => {
    const { color } = getComputedStyle(element)
    ;(element as HTMLElement).style.color = 'transparent'
    return color
  })
  const picture = [...(await text.screenshot())]
  return page.evaluate(
    async ({ picture, ink }) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(picture)]))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height + 1).getContext('2d')
      if (canvas === null) throw new Error('There is no canvas')
      canvas.drawImage(bitmap, 0, 1)
      canvas.fillStyle = ink
      canvas.fillRect(0, 0, bitmap.width, 1)
      const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height + 1)
      const luminances = Array.from({ length: data.length / 4 }, (_, pixel) => {
        const [red = 0, green = 0, blue = 0] = [...data.slice(pixel * 4, pixel * 4 + 3)].map((value) => {
          const part = value / 255
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      })
      const own = luminances[0] ?? 0
      return Math.min(
        ...luminances
          .slice(bitmap.width)
          .map((other) => (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05)),
      )
    },
    { picture, ink },
  )
}
