import type { Page, Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { row, saveElsewhere } from './page-actions.ts'

test.describe('changes elsewhere', () => {
  test('who change their zone elsewhere are updated without a reload, also after an interruption', async ({
    open,
  }) => {
    const move = (timezone: string) => saveElsewhere(open, 'moving', timezone, 'Tane')
    await move('Pacific/Auckland')
    const page = await open.visit('/?ids=moving', { follows: true })
    await expect(row(page, 'Tane').getByText('Auckland')).toBeVisible()
    await move('Pacific/Apia')
    await expect(row(page, 'Tane').getByText('Apia')).toBeVisible()

    // While nothing gets through, the record changes; the page asks for what it missed.
    await page.context().setOffline(true)
    await move('Asia/Tokyo')
    await page.context().setOffline(false)
    await expect(row(page, 'Tane').getByText('Tokyo')).toBeVisible()
  })

  test('are not followed while the page is hidden, and from where it stopped once it is shown', async ({
    open,
  }) => {
    const move = (timezone: string) => saveElsewhere(open, 'away', timezone, 'Layla')
    await move('Asia/Dubai')
    const page = await open.visit('/?ids=away', { follows: true })
    await expect(row(page, 'Layla').getByText('Dubai')).toBeVisible()
    await move('Asia/Riyadh')
    await expect(row(page, 'Layla').getByText('Riyadh')).toBeVisible()

    const closed = page.waitForEvent('requestfailed', isStream)
    await setVisibility(page, 'hidden')
    await closed
    await move('Asia/Seoul')
    const resumed = page.waitForRequest((request) => isStream(request) && request.url().includes('since='))
    await setVisibility(page, 'visible')
    await resumed
    await expect(row(page, 'Layla').getByText('Seoul')).toBeVisible()
  })

  test('who change while the page is hidden are updated, although nothing has changed before', async ({
    open,
  }) => {
    const move = (timezone: string) => saveElsewhere(open, 'quiet', timezone, 'Omar')
    await move('Asia/Dubai')
    const page = await open.visit('/?ids=quiet', { follows: true })
    await expect(row(page, 'Omar').getByText('Dubai')).toBeVisible()
    const closed = page.waitForEvent('requestfailed', isStream)
    await setVisibility(page, 'hidden')
    await closed
    await move('Asia/Seoul')
    await setVisibility(page, 'visible')
    await expect(row(page, 'Omar').getByText('Seoul')).toBeVisible()
  })

  test('of everyone are counted by zone and by their clocks, also where the service gives an older count first', async ({
    open,
  }) => {
    const page = await open.visit('/everyone', { follows: true, before: (page) => page.clock.install() })
    await expect(page.getByText('New York')).toBeVisible()
    await expect(page.getByText(/^Right now .* of people here are awake/)).toBeVisible()
    const { body: json } = await open.client.getStats()
    const older = page.waitForResponse('**/v1/stats')
    await page.route('**/v1/stats', (route) => route.fulfill({ json }), { times: 1 })
    for (let count = 0; count < 5; count++) await saveElsewhere(open, `new-${count}`, 'America/Caracas', 'x')
    await older
    await expect(async () => {
      await page.clock.fastForward(60_000)
      await expect(page.getByText('Caracas')).toBeVisible({ timeout: 2000 })
    }).toPass()
  })
})

test.describe('the windows of one browser', () => {
  test('are all updated, by one stream, which another window takes over when its own is closed', async ({
    open,
  }) => {
    const move = (timezone: string) => saveElsewhere(open, 'watched', timezone, 'Tane')
    await move('Pacific/Auckland')
    const first = await open.visit('/favicon.svg')
    const streams: Page[] = []
    first.context().on('request', (request) => isStream(request) && streams.push(request.frame().page()))
    await first.goto('/?ids=watched')
    const others: Page[] = []
    for (let window = 1; window < 4; window++) {
      const page = await first.context().newPage()
      await page.goto('/?ids=watched')
      others.push(page)
    }
    const allShow = async (pages: Page[], city: string) => {
      for (const page of pages) await expect(row(page, 'Tane').getByText(city)).toBeVisible()
    }
    await allShow([first, ...others], 'Auckland')
    await move('Pacific/Apia')
    await allShow([first, ...others], 'Apia')
    expect(streams).toEqual([first])

    await first.close()
    await move('Asia/Tokyo')
    await allShow(others, 'Tokyo')
    expect(streams).toHaveLength(2)

    // A hidden window leaves the stream to one that is seen, and knows what has changed once it is shown.
    const [second] = streams.slice(1)
    const seen = others.filter((page) => page !== second)
    if (second === undefined) throw new Error('No window took over')
    await setVisibility(second, 'hidden')
    await expect.poll(() => streams.length).toBe(3)
    await move('Asia/Seoul')
    await allShow(seen, 'Seoul')
    await setVisibility(second, 'visible')
    await allShow([second], 'Seoul')
    expect(streams).toHaveLength(3)
  })

  test('each have a stream of their own where the browser has no locks, as on a plain address', async ({
    open,
  }) => {
    const move = (timezone: string) => saveElsewhere(open, 'unlocked', timezone, 'Aroha')
    await move('Pacific/Auckland')
    const page = await open.visit('/favicon.svg')
    await page
      .context()
      .addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }))
    const other = await page.context().newPage()
    for (const window of [page, other])
      await Promise.all([window.waitForResponse('**/v1/events*'), window.goto('/?ids=unlocked')])
    for (const window of [page, other]) await expect(row(window, 'Aroha').getByText('Auckland')).toBeVisible()
    await move('Pacific/Apia')
    for (const window of [page, other]) await expect(row(window, 'Aroha').getByText('Apia')).toBeVisible()
  })
})

function isStream(request: Request): boolean {
  return request.url().includes('/v1/events')
}

/** What a browser does when its tab is left or chosen. */
function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
