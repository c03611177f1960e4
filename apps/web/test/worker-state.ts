import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { openBrowser } from './open-browser.ts'

// On a busy machine, a worker takes its time.
export const PATIENT = { timeout: 20_000 }
export const OFFLINE = /^Offline – times are right, zones as of \d{1,2}:\d\d\.$/

/** Resolves once the worker has stored the page and answers its requests. */
export async function isControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** Resolves once the answer to a request is stored. */
export async function isStored(page: Page, path: string): Promise<void> {
  await expect.poll(() => storedPaths(page), PATIENT).toContainEqual(expect.stringContaining(path))
}

export function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys = await (await caches.open('answers')).keys()
    return keys.map(({ url }) => url.slice(location.origin.length))
  })
}

export type Browser = Awaited<ReturnType<typeof openBrowser>>

/** Opens the page of everyone, and resolves once it works without a network. */
export async function openEveryone(browser: Browser, address: string): Promise<Page> {
  const { page } = await browser.openPage({ serviceWorkers: 'allow' })
  await page.goto(`${address}/everyone`)
  await isControlled(page)
  await isStored(page, '/v1/stats')
  return page
}
