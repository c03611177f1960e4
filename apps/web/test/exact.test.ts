import { createContractClient } from '@timezone-registry/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, changeClocks, fillIn, pickZone, savedRecord } from './page-actions.ts'

const MONDAY = '2026-11-23T13:12Z'
// On Thursday at two in the morning, Tokyo goes forward from eight to seven hours behind UTC.
const TOKYO = {
  utc_offset_seconds: -8 * 3600,
  transitions: [{ at: '2026-11-26T10:00:00.000Z', utc_offset_seconds: -7 * 3600 }],
}
const OUTDATED = 'This device’s time zone data is out of date for Tokyo. The times here are right.'

describe.skipIf(browserMissing !== undefined)(
  'where the browser’s zone data is older than the service’s',
  () => {
    let browser: Awaited<ReturnType<typeof openBrowser>>
    beforeAll(async () => {
      browser = await openBrowser()
      await createContractClient({ baseUrl: browser.address }).setTimezone({
        body: { user_id: 'jp', username: 'Kenji', timezone: 'Asia/Tokyo' },
      })
    })
    afterAll(() => browser?.[Symbol.asyncDispose]())

    async function openOutdated(path: string, timezoneId = 'Europe/Berlin') {
      // A page without scripts, which sends no requests itself.
      const { page } = await browser.openPage({ path: '/favicon.svg', timezoneId })
      let requests = 0
      await changeClocks(page, { 'Asia/Tokyo': TOKYO })
      page.on('request', (request) => {
        if (/v1[/](?:transitions|time)/.test(request.url())) requests++
      })
      await page.clock.setFixedTime(MONDAY)
      await page.goto(browser.address + path)
      return { page, requests: () => requests }
    }

    test('the hero shows the service’s time, says so, and knows the next clock change', async () => {
      const { page } = await openOutdated('/', 'Asia/Tokyo')
      await page.getByText(OUTDATED).waitFor()
      expect(await page.locator('.hero time').textContent()).toBe('5:12')
      await page.getByText('Monday 23 November · 8 h behind UTC').waitFor()
      await page.getByText('Clocks go forward on 26 November').waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await pickZone(page, 'berlin', 'Berlin')
      await page.getByText(OUTDATED).waitFor({ state: 'detached' })
    })

    test('a record was last saved at the service’s time', async () => {
      const { page } = await openOutdated('/', 'Asia/Tokyo')
      await page.route('**/v1/get?*', async (route) => {
        const response = await route.fetch()
        await route.fulfill({
          response,
          json: { ...(await response.json()), updated_at: '2026-11-20T12:00:00.000Z' },
        })
      })
      await fillIn(page, { userId: 'jp', username: 'Kenji' })
      await savedRecord(page).getByText('20 Nov 2026, 04:00').waitFor()
    })

    test('rows show it, too, and warn of its clock changes; one request is enough for all', async () => {
      const { page, requests } = await openOutdated('/people?ids=jp')
      const row = page.getByRole('listitem').filter({ hasText: 'Kenji' })
      await row.getByText('Tokyo, Japan · 9 h behind · clocks go forward on Thursday').waitFor()
      expect(await row.locator('time').textContent()).toBe('5:12')
      await page.getByText(OUTDATED).waitFor()
      expect(requests()).toBe(1)
    })

    test('meetings are proposed and shown in it, with its clock changes', async () => {
      const { page } = await openOutdated('/meet?ids=jp&at=2026-11-26T09:30Z')
      const times = page.getByRole('list', { name: 'Everyone’s time' }).getByRole('listitem')
      await times.filter({ hasText: 'Kenji' }).getByText('Thu 26 Nov, 1:30').waitFor()
      await page.getByText('Clocks in Tokyo go forward 1 h on this day.').waitFor()
      await page.getByText(OUTDATED).waitFor()
      const best = page
        .getByRole('list', { name: 'Best times in the next 14 days' })
        .getByRole('button')
        .first()
      expect(await best.textContent()).toMatch(/1[78]:00.*Good for everyone/)
      await page.getByLabel('Whose day').selectOption({ label: 'Kenji’s time' })
      await button(page, 'Next day').click()
      await times.filter({ hasText: 'Kenji' }).getByText('Fri 27 Nov, 1:30').waitFor()
    })

    test('the browser’s own clocks are used while the service does not answer', async () => {
      const { page } = await browser.openPage({ path: '/privacy', timezoneId: 'Asia/Tokyo' })
      await page.route('**/v1/transitions', (route) => route.abort())
      await page.clock.setFixedTime(MONDAY)
      await page.goto(browser.address)
      await expect.poll(() => page.locator('.hero time').textContent()).toBe('22:12')
    })
  },
)
