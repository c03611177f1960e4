import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { findChromium } from '@timezone-registry/test-servers/chromium'
import { chromium } from 'playwright-core'

const DIST = fileURLToPath(new URL('../../apps/web/dist/', import.meta.url))
// The slowdown with which Lighthouse and Chromium's developer tools simulate a low-end phone.
const PHONE = { viewport: { width: 360, height: 640 }, slowdown: 6 }
const QUERY = 'new york'

/** The JavaScript that the page needs before it shows anything, in bytes, gzipped. */
export function firstLoadBytes(): number {
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, imported = ''] of readFileSync(`${DIST}assets/${file}`, 'utf8').matchAll(
      /from"\.\/([^"]+\.js)"/g,
    ))
      load(imported)
  }
  for (const [, file = ''] of readFileSync(`${DIST}index.html`, 'utf8').matchAll(/\/assets\/([^"]+\.js)"/g))
    load(file)
  return [...loaded].reduce((sum, file) => sum + gzipSync(readFileSync(`${DIST}assets/${file}`)).length, 0)
}

/**
 * Milliseconds from each key press to the next paint, on a slowed-down processor, while a search is typed into the zone
 * picker and deleted again; the browser rounds them to 8. Empty without Chromium.
 */
export async function typingDelays(address: string): Promise<number[]> {
  const { missing, ...found } = findChromium()
  if (missing !== undefined) return []
  await using browser = await chromium.launch({
    ...found,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  const page = await browser.newPage({ viewport: PHONE.viewport })
  const debuggerSession = await page.context().newCDPSession(page)
  await page.goto(address)
  await debuggerSession.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown })
  await page.evaluate(`
    window.delays = []
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') delays.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 })
  `)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.locator('.zone-row').first().waitFor()
  await page.waitForTimeout(2000)
  for (const key of [...QUERY.split(''), ...QUERY.split('').map(() => 'Backspace')]) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(400)
  }
  return await page.evaluate('delays')
}
