/// <reference lib="dom" />
// `node bench/scrub.ts`: how many frames a second the page draws while its line is dragged through the days of sixty people on a
// processor six times slower, and what each frame takes of the main thread at most, without the slowdown's pauses.
import { createContractClient } from '@timezone-registry/contract'
import { findChromium } from '@timezone-registry/test-servers/chromium'
import { type Browser, chromium } from 'playwright-core'
import { openEnvironment } from './servers/environment.ts'
import { startService } from './servers/service.ts'

const ROUNDS = 3
const PEOPLE = 60
const CPU_SLOWDOWN = 6
const DRAG_SECONDS = 4
const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking']
const ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))

await using environment = await openEnvironment()
await using service = await startService(environment.env)
const client = createContractClient({ baseUrl: service.address })
const ids = Array.from({ length: PEOPLE }, (_, index) => String(index))
for (const [index, id] of ids.entries()) {
  const timezone = ZONES[(index * 7) % ZONES.length] ?? 'UTC'
  await client.setTimezone({ body: { user_id: id, username: `Person ${id}`, timezone } })
}
await using browser = await chromium.launch({ ...findChromium(), args: FLAGS })
console.log('| frames a second | longest frame, ms |\n|---|---|')
for (let round = 1; round <= ROUNDS; round++) {
  const { rate, longest } = await measure(browser)
  console.log(`| ${rate.toFixed(1)} | ${Math.round(longest)} |`)
}

async function measure(browser: Browser) {
  await using context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${service.address}/?ids=${ids}`)
  await page
    .locator('.person-row .ribbon')
    .nth(PEOPLE - 1)
    .waitFor()
  const axis = await page.locator('.axis').boundingBox()
  if (axis === null) throw new Error('The page shows no axis')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const y = axis.y + axis.height - 40
  await page.mouse.move(axis.x + axis.width / 2, y)
  await page.mouse.down()
  await page.waitForTimeout(1000)
  await page.evaluate(count)
  const end = performance.now() + DRAG_SECONDS * 1000
  // There and back, as fast as the page takes the moves, at most 120 a second.
  for (let now = performance.now(); now < end; now = performance.now()) {
    const way = (1 - Math.cos((1 - (end - now) / (DRAG_SECONDS * 1000)) * 2 * Math.PI)) / 2
    await Promise.all([
      page.mouse.move(axis.x + axis.width * way, y),
      new Promise((done) => setTimeout(done, 8)),
    ])
  }
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames)
  await page.mouse.up()
  const times = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
  return { rate: times.length / seconds, longest: Math.max(...times) }
}

/** Runs in the page: notes when each frame begins. */
function count(): void {
  const frames: number[] = []
  Object.assign(globalThis, { frames })
  const note = (at: number) => {
    frames.push(at)
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}
