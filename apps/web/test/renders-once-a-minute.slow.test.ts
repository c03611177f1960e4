import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { NOW, VIEWS } from './views.ts'

const PHONE = { width: 390, height: 844 }

test.describe('a view whose clocks show no seconds renders once a minute', () => {
  for (const [name, visit] of [
    ['person', {}],
    ['everyone', {}],
    ['meet', {}],
    ['account', {}],
    ['now', { viewport: PHONE }],
  ] as const)
    test(name, async ({ open }) => {
      const view = VIEWS[name] ?? { path: '/', ready: 'main' }
      const page = await open.visit(view.path, {
        ...visit,
        ...view,
        before: async (page) => {
          await countRenders(page)
          await page.clock.install({ time: NOW })
        },
      })
      await expect(page.locator(view.ready).first()).toBeVisible()
      // One for the minute, and what React renders later because it may wait, until no more answers come late.
      const rendersInAMinute = async () => {
        const before = await renders(page)
        await page.clock.runFor(60_000)
        await expect.poll(() => renders(page)).toBeGreaterThan(before)
        return (await renders(page)) - before
      }
      await expect.poll(rendersInAMinute).toBeLessThanOrEqual(3)
    })
})

/** Counts what React commits, as its developer tools do. */
function countRenders(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const counter = Object.assign(globalThis, { renders: 0 })
    Object.assign(globalThis, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        onCommitFiberRoot: () => {
          counter.renders += 1
        },
        onCommitFiberUnmount: () => {},
        onPostCommitFiberRoot: () => {},
      },
    })
  })
}

function renders(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { renders: number }).renders)
}
