import { expect } from 'vitest'
import type { BrowserSession } from './browser-session.ts'
import type { TestApi } from './start-test-api.ts'

/** Saves a record as the person signed in with this browser. */
export async function setZone(browser: BrowserSession, { baseUrl }: TestApi): Promise<void> {
  const body = { timezone: 'Asia/Tokyo' }
  expect((await browser.fetch(`${baseUrl}/set`, { method: 'POST', body })).status).toBe(200)
}

/** Erases everything about the person, and resolves to the body of the response. */
export async function erase(browser: BrowserSession, { baseUrl }: TestApi): Promise<unknown> {
  const { status, body } = await browser.fetch(`${baseUrl}/me/erase`, { method: 'POST' })
  expect(status, body).toBe(200)
  return JSON.parse(body)
}
