import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const require = createRequire(import.meta.url)

/** The violations of all rules of axe-core or of some, with their elements. */
export async function findAxeViolations(page: Page, rules?: string[]): Promise<string[]> {
  await motionEnds(page)
  // The page's policy does not apply to the debugger, as it would to a script element.
  if (!(await page.evaluate('"axe" in window')))
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify({ runOnly: rules, resultTypes: ['violations'] })})`,
  )) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Waits until every animation and transition has ended, except those without an end, such as a skeleton's. */
export async function motionEnds(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // A cancelled one rejects.
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
}
