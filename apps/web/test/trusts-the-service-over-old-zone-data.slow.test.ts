import { expect, type Site, test } from './fixtures.ts'
import { button, changeClocks, savedRecord } from './page-actions.ts'

const MONDAY = '2026-11-23T13:12Z'
// On Thursday at two in the morning, Tokyo goes forward from eight to seven hours behind UTC.
const TOKYO = {
  utc_offset_seconds: -8 * 3600,
  transitions: [{ at: '2026-11-26T10:00:00.000Z', utc_offset_seconds: -7 * 3600 }],
}

test.describe('where the browser’s zone data is older than the service’s', () => {
  test('the hero shows the service’s time, and knows the next clock change', async ({ open }) => {
    const { page } = await openOutdated(open, '/', 'Asia/Tokyo')
    await expect(page.locator('.hero time')).toHaveText('05:12')
    await expect(page.getByText('Monday 23 November · UTC−8')).toBeVisible()
    await expect(page.getByText('Clocks go forward on 26 November')).toBeVisible()
  })

  test('a record was last saved at the service’s time', async ({ open }) => {
    const { page } = await openOutdated(open, '/', 'Asia/Tokyo')
    await page.route('**/v1/get?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...(await response.json()), updated_at: '2026-11-20T12:00:00.000Z' },
      })
    })
    await page.evaluate(() => localStorage.setItem('timezone-registry:draft', '{"userId":"6"}'))
    await page.goto('/account')
    await expect(savedRecord(page).getByText('20 Nov 2026, 04:00')).toBeVisible()
  })

  test('rows show it, too, and warn of its clock changes; one request is enough for all', async ({
    open,
  }) => {
    const { page, requests } = await openOutdated(open, '/?ids=6')
    const row = page.getByRole('listitem').filter({ hasText: 'Kenji' })
    await expect(row.getByText(/^Tokyo · .−9\sh · Clocks go forward on 26 November$/)).toBeVisible()
    await expect(row.locator('time')).toHaveText('05:12')
    expect(requests()).toBe(1)
  })

  test('meetings are proposed and shown in it, with its clock changes', async ({ open }) => {
    const { page } = await openOutdated(open, '/meet?ids=6&at=2026-11-26T09:30Z')
    const times = page.getByRole('list', { name: 'Everyone’s time' }).getByRole('listitem')
    await expect(times.filter({ hasText: 'Kenji' }).getByText('01:30', { exact: true })).toBeVisible()
    await expect(page.getByText('Clocks in Tokyo go forward 1 h on this day.')).toBeVisible()
    const best = page
      .getByRole('list', { name: 'Best times in the next 14 days' })
      .getByRole('button')
      .first()
    await expect(best).toHaveText(/^1[78]:00.*everyone awake/)
    await button(page, 'Show times for Your time').click()
    await button(page, 'Kenji’s time').click()
    await button(page, 'Next day').click()
    await expect(page.getByRole('heading', { name: 'Friday 27 November' })).toBeVisible()
    await expect(times.filter({ hasText: 'Kenji' }).getByText('01:30', { exact: true })).toBeVisible()
  })

  test('the browser’s own clocks are used while the service does not answer', async ({ open }) => {
    const answers = { '/v1/transitions': undefined }
    const page = await open.visit('/', { now: MONDAY, timezoneId: 'Asia/Tokyo', answers })
    await expect(page.locator('.hero time')).toHaveText('22:12')
  })
})

/** The page in a browser that is wrong about Tokyo, and how often it has asked the service for clocks. */
async function openOutdated(open: Site, path: string, timezoneId = 'Europe/Berlin') {
  let requests = 0
  const page = await open.visit(path, {
    now: MONDAY,
    timezoneId,
    before: async (page) => {
      await changeClocks(page, { 'Asia/Tokyo': TOKYO })
      page.on('request', (request) => {
        if (request.url().includes('/v1/transitions')) requests++
      })
    },
  })
  return { page, requests: () => requests }
}
