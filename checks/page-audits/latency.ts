import type { Locator, Page } from 'playwright-core'

/**
 * The longest wait until the page responded to somebody, and the median of the frames that took longer than 50 ms, both
 * in milliseconds; 0 if there were none.
 */
export type Latency = { interaction: number; frame: number }

const STEPS = 15
const STEP_PIXELS = 6

/** From now on, measures how long this page takes to respond to what somebody does. */
export async function watchLatency(page: Page): Promise<void> {
  await page.evaluate(() => {
    const collect = (type: string) => {
      const seen: PerformanceEntry[] = []
      const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()))
      // TypeScript does not know the threshold; the lowest that the standard allows.
      observer.observe({ type, durationThreshold: 16 } as PerformanceObserverInit)
      return () => seen.splice(0).concat(observer.takeRecords())
    }
    Object.assign(window, { takeEvents: collect('event'), takeFrames: collect('long-animation-frame') })
  })
}

/** The latency since this was last asked. */
export function takeLatency(page: Page): Promise<Latency> {
  return page.evaluate(async () => {
    // The last interaction is measured once the frame after it is painted.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let frames = 0; frames < 3; frames++) await frame()
    const { takeEvents, takeFrames } = window as unknown as Record<string, () => PerformanceEventTiming[]>
    const longest = (entries: readonly PerformanceEntry[] = []) =>
      Math.round(Math.max(0, ...entries.map(({ duration }) => duration)))
    const interactions = takeEvents?.().filter(
      (entry) => 'interactionId' in entry && entry.interactionId !== 0,
    )
    const frames = takeFrames?.().map(({ duration }) => duration) ?? []
    const median = frames.toSorted((a, b) => a - b)[Math.floor(frames.length / 2)] ?? 0
    return { interaction: longest(interactions), frame: Math.round(median) }
  })
}

/** Clicks as a finger or a mouse does, without Playwright’s checks, which run on the slowed-down page. */
export async function press(page: Page, target: Locator): Promise<void> {
  const { x, y } = await middleOf(target)
  await page.mouse.click(x, y)
}

/** Moves something sideways in small steps. */
export async function drag(page: Page, target: Locator): Promise<void> {
  const { x, y } = await middleOf(target)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= STEPS; step++) await page.mouse.move(x - STEP_PIXELS * step, y)
  await page.mouse.up()
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  })
  // A frame across many rows is higher than the screen.
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) }
}
