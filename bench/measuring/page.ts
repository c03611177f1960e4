import { findChromium } from '@timezone-registry/test-servers/chromium'
import { chromium, type Page } from 'playwright-core'

// The slowdown with which Lighthouse and Chromium's developer tools simulate a low-end phone.
const PHONE = { viewport: { width: 360, height: 640 }, slowdown: 6 }
const QUERY = 'new york'
const MOST_PEOPLE = 200
const ZONES = Intl.supportedValuesOf('timeZone')
const VIEWS = ['Meet', 'Everyone', 'Now']

/**
 * Milliseconds from each key press to the next paint, on a slowed-down processor, while a search is typed into the zone
 * picker and deleted again; the browser rounds them to 8. Empty without Chromium.
 */
export function typingDelays(address: string): Promise<number[]> {
  return measureDelays('keydown', {
    open: async (page) => {
      await page.goto(address)
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.locator('.place-row').first().waitFor()
    },
    act: async (page) => {
      for (const key of [...QUERY.split(''), ...QUERY.split('').map(() => 'Backspace')]) {
        await page.keyboard.press(key === ' ' ? 'Space' : key)
        await page.waitForTimeout(400)
      }
    },
  })
}

/** The same for a press on each tab, with as many people as the page shows. */
export function viewDelays(address: string): Promise<number[]> {
  return measureDelays('click', {
    open: async (page) => {
      await page.route('**/v1/lookup?*', (route) => {
        const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',') ?? []
        return route.fulfill({ json: { users: Object.fromEntries(ids.map(entryOf)), missing: [] } })
      })
      const ids = Array.from({ length: MOST_PEOPLE }, (_, index) => index)
      await page.goto(`${address}/?ids=${ids}`)
      await page
        .locator('.person-ribbon')
        .nth(MOST_PEOPLE - 1)
        .waitFor()
    },
    act: async (page) => {
      for (const view of VIEWS) {
        await page.getByRole('navigation').first().getByRole('link', { name: view, exact: true }).click()
        await page.waitForTimeout(2000)
      }
    },
  })
}

type Measured = { open: (page: Page) => Promise<void>; act: (page: Page) => Promise<void> }

/** Opens a page at full speed, slows it down, and measures how long it takes to respond to each event of a type. */
async function measureDelays(type: 'keydown' | 'click', { open, act }: Measured): Promise<number[]> {
  const { missing, ...found } = findChromium()
  if (missing !== undefined) return []
  await using browser = await chromium.launch({
    ...found,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  const page = await browser.newPage({ viewport: PHONE.viewport })
  await open(page)
  const debuggerSession = await page.context().newCDPSession(page)
  await debuggerSession.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown })
  await page.waitForTimeout(2000)
  await page.evaluate(`
    window.delays = []
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === '${type}') delays.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 })
  `)
  await act(page)
  return await page.evaluate('delays')
}

function entryOf(id: string, index: number) {
  const timezone = ZONES[index % ZONES.length]
  const saved = '2026-01-01T00:00:00.000Z'
  return [
    id,
    { username: `Person ${id}`, timezone, canonical: timezone, created_at: saved, updated_at: saved },
  ]
}
