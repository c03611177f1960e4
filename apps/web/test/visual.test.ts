import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from '@timezone-registry/test-servers/chromium'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { compare, shrink } from './pictures.ts'
import { saveShownPeople } from './shown-people.ts'
import { openView, VIEWS } from './views.ts'

const SNAPSHOTS = fileURLToPath(new URL('./snapshots/', import.meta.url))
// Snapshots that differ are written here: before, after, and the differing pixels.
const CHANGED = fileURLToPath(new URL('../../../screenshots/changed/', import.meta.url))
const RENEW = process.env.RENEW_SNAPSHOTS === '1'
const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1080 },
  { name: 'phone-dark', colorScheme: 'dark', width: 360 },
] as const
const HEIGHT = 800
const MAX_HEIGHT = 1500
// The share of pixels that may differ: more than another machine's fonts cause, less than a panel that moves.
const TOLERATED_SHARE = 0.01

describe.skipIf(browserMissing !== undefined)('the look of', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser({}, findChromium())
    await saveShownPeople(browser.address)
    rmSync(CHANGED, { recursive: true, force: true })
    if (RENEW) {
      rmSync(SNAPSHOTS, { recursive: true, force: true })
      mkdirSync(SNAPSHOTS)
    }
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test.for(Object.entries(VIEWS))('%s is as its snapshots show it', async ([name, view]) => {
    const page = await openView(browser, view, { viewport: { width: 1080, height: HEIGHT } })
    for (const { name: look, colorScheme, width } of LOOKS) {
      await page.setViewportSize({ width, height: HEIGHT })
      await page.emulateMedia({ colorScheme })
      expectSnapshot(`${name}-${look}.png`, shrink(await takeScreenshot(page, view.isSheet !== true)))
    }
  })

  test('no view that is gone', () => {
    const names = Object.keys(VIEWS).flatMap((view) => LOOKS.map(({ name }) => `${view}-${name}.png`))
    expect(readdirSync(SNAPSHOTS).toSorted()).toEqual(names.toSorted())
  })
})

function takeScreenshot(page: Page, isFullPage: boolean): Promise<Buffer> {
  const options = { animations: 'disabled', scale: 'css' } as const
  if (!isFullPage) return page.screenshot(options)
  return page
    .evaluate(() => document.documentElement.scrollHeight)
    .then((height) =>
      page.screenshot({
        ...options,
        fullPage: true,
        clip: { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: Math.min(height, MAX_HEIGHT) },
      }),
    )
}

function expectSnapshot(file: string, taken: PNG): void {
  if (RENEW) writeFileSync(SNAPSHOTS + file, PNG.sync.write(taken, { deflateLevel: 9, colorType: 2 }))
  expect.soft(existsSync(SNAPSHOTS + file), `${file} is committed`).toBe(true)
  if (!existsSync(SNAPSHOTS + file)) return
  const before = PNG.sync.read(readFileSync(SNAPSHOTS + file))
  const { differing, picture } = compare(before, taken)
  const share = differing / (before.width * before.height)
  if (share > TOLERATED_SHARE) keepChange(file, { before, after: taken, pixels: picture })
  expect.soft(share, file).toBeLessThanOrEqual(TOLERATED_SHARE)
}

function keepChange(file: string, pictures: Record<string, PNG>): void {
  mkdirSync(CHANGED, { recursive: true })
  for (const [name, picture] of Object.entries(pictures))
    writeFileSync(`${CHANGED}${name}-${file}`, PNG.sync.write(picture))
}
