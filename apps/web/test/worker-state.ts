import { expect, type Page } from '@playwright/test'
import type { Site } from './fixtures.ts'

export const OFFLINE = /^Offline\. Clocks are right; people last updated \d{1,2}:\d\d\.$/

/** Resolves once the worker has stored the page and answers its requests. */
export async function isControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** Resolves once the answer of a path is kept. */
export async function isStored(page: Page, path: string): Promise<void> {
  await expect.poll(() => storedPaths(page)).toContain(path)
}

export function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys = await (await caches.open('public-answers')).keys()
    return keys.map(({ url }) => url.slice(location.origin.length))
  })
}

/** The ids of the people whom this browser has kept. */
export function keptPeople(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('timezone-registry:person:'))
      .map((key) => key.split(':')[2] ?? '')
      .toSorted(),
  )
}

/** Opens the page of everyone, and resolves once it works without a network. */
export async function openEveryone(site: Site, address: string): Promise<Page> {
  const page = await site.visit(`${address}/everyone`, { serviceWorkers: 'allow' })
  await isControlled(page)
  await isStored(page, '/v1/stats')
  return page
}
