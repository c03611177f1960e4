/// <reference lib="dom" />
// `node bench/first-text.ts`: when a first visitor of a person's page on a slow phone sees the name and the time, and when the
// page's own scripts have taken over, in milliseconds, with the layout shift in between (CLS).
import { createContractClient } from '@timezone-registry/contract'
import { findChromium } from '@timezone-registry/test-servers/chromium'
import { type Browser, chromium } from 'playwright-core'
import { openEnvironment } from './servers/environment.ts'
import { startService } from './servers/service.ts'

const ROUNDS = 3
// A sixth of the processor, and a slow 3G network.
const CPU_SLOWDOWN = 6
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}
const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking']

await using environment = await openEnvironment()
await using service = await startService(environment.env)
const body = { user_id: '1', username: 'Kenji', timezone: 'Asia/Tokyo' }
await createContractClient({ baseUrl: service.address }).setTimezone({ body })
await using browser = await chromium.launch({ ...findChromium(), args: FLAGS })
console.log('| first paint | name and time | page’s own | CLS |\n|---|---|---|---|')
for (let round = 1; round <= ROUNDS; round++) {
  const { paint, text, own, shift } = await measure(browser)
  console.log(`| ${Math.round(paint)} | ${Math.round(text)} | ${Math.round(own)} | ${shift.toFixed(4)} |`)
}

async function measure(browser: Browser) {
  await using context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(watch)
  await page.goto(`${service.address}/u/1`, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'own' in globalThis, undefined, { timeout: 120_000 })
  await page.waitForTimeout(3000)
  return page.evaluate(() => {
    const seen = globalThis as unknown as { text: number; own: number; shift: number }
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    return { paint, text: seen.text, own: seen.own, shift: seen.shift }
  })
}

/** Runs in the page: notes the first frame with the name and the time, and the first with a button. */
function watch(): void {
  const seen = globalThis as unknown as { text?: number; own?: number; shift: number }
  seen.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift' as 'paint', buffered: true })
  const look = () => {
    const text = document.querySelector('main')?.textContent ?? ''
    if (text.includes('Kenji') && document.querySelector('main time')) seen.text ??= performance.now()
    if (document.querySelector('main button')) seen.own ??= performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
