import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, fillIn, focusedName, MAYA, savePeople } from './page-actions.ts'

const SIGN_IN_PAGE = { status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }
const NO_ANSWER = /^(Couldn’t reach the service|The service can’t be reached)\./

describe.skipIf(browserMissing !== undefined)('on a network that is in the way', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    await savePeople(browser.address, [MAYA])
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  const failure = (page: Page) => page.getByRole('alert').getByText(NO_ANSWER)

  test.for(['/', '/people?ids=ny', '/meet?ids=ny', '/u/ny', '/everyone', '/account'])(
    '%s says that the service does not answer where a sign-in page does',
    async (path) => {
      const { page, complaints } = await browser.openPage({ path: '/favicon.svg' })
      await page.route('**/v1/**', (route) => route.fulfill(SIGN_IN_PAGE))
      await page.goto(browser.address + path)
      await failure(page).first().waitFor({ timeout: 10_000 })
      await page.getByRole('navigation', { name: 'Pages' }).waitFor()
      expect(complaints.filter((text) => !text.startsWith('EventSource'))).toEqual([])
    },
  )

  test('keeps what was typed, and saves it once the service answers', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'hotel', username: 'nelly' })
    await page.route('**/v1/set', (route) => route.fulfill(SIGN_IN_PAGE))
    await button(page, 'Save').click()
    await failure(page).waitFor({ timeout: 10_000 })
    await page.unroute('**/v1/set')
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly is in Berlin.').waitFor()
  })

  test('stops waiting for an answer after half a minute', async () => {
    const { page } = await browser.openPage({ path: '/favicon.svg' })
    await page.clock.install()
    await page.goto(browser.address)
    await fillIn(page, { userId: 'silent', username: 'nelly' })
    await page.route('**/v1/set', () => {})
    await button(page, 'Save').click()
    await button(page, 'Saving…').waitFor()
    await page.clock.runFor(31_000)
    await failure(page).waitFor({ timeout: 10_000 })
    expect(await focusedName(page)).toBe('Save')
  })

  test.for([
    ['7', /^Too many requests. Try again in [67] s\.$/],
    [new Date(Date.now() + 3_600_000).toUTCString(), /^Too many requests. Try again in 3[56]\d\d s\.$/],
    ['soon', /^(Too many requests. Try again in 1 s|You can try again now)\.$/],
  ] as const)('says how long to wait, also where a proxy says until when (%s)', async ([wait, text]) => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'eager', username: 'nelly' })
    const json = { code: 'rate_limited', message: 'Too many requests' }
    await page.route('**/v1/set', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': wait }, json }),
    )
    await button(page, 'Save').click()
    await page.locator('.failure').getByText(text).last().waitFor({ timeout: 10_000 })
    expect(await page.locator('.failure').textContent()).not.toContain('NaN')
  })
})
