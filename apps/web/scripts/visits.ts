// `npm run visits`: plays whole visits on a slow phone, in four languages, and says how long they take. Pictures of how they
// end go into screenshots/.
import { fileURLToPath } from 'node:url'
import { devices, type Page } from '@playwright/test'
import { expect, test } from '../test/fixtures.ts'

const ALL = fileURLToPath(new URL('../../../screenshots/', import.meta.url))
const LOCALES = ['en-GB', 'de-DE', 'ar-EG', 'ja-JP']
// As Chromium's developer tools call them.
const SLOW_3G = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const CPU_RATE = 6
// None of them is registered, but the first.
const FRIENDS = [
  ['Aarav', ''],
  ['Anouk', 'Paris'],
  ['Bram', 'Lisbon'],
  ['Chipo', 'Harare'],
  ['Dariusz', 'Chicago'],
] as const

const phoneIn = (locale: string) => ({
  ...devices['iPhone 13'],
  defaultBrowserType: undefined,
  viewport: { width: 390, height: 844 },
  locale,
  before: slowDown,
})

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', SLOW_3G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
}

/** Plays a visit, from the tap on a link, and takes a picture of its end. */
async function play(name: string, visit: () => Promise<Page>): Promise<void> {
  const start = performance.now()
  const page = await visit()
  const seconds = (performance.now() - start) / 1000
  process.stdout.write(`${name}: ${seconds.toFixed(1)} s\n`)
  await page.screenshot({ path: `${ALL}visit-${name}.png` })
}

test.setTimeout(180_000)

for (const locale of LOCALES) {
  test(`a guest puts a meeting into the calendar, in ${locale}`, async ({ open }) => {
    await play(`guest-${locale}`, async () => {
      const page = await open.visit('/meet?ids=3,6&at=2027-03-29T13:00Z&by=6', phoneIn(locale))
      const event = page.waitForEvent('download')
      await page.locator('a[href*="/meeting.ics"]').click()
      await event
      return page
    })
  })

  test(`somebody who was sent a friend’s link signs in and is back there, in ${locale}`, async ({
    login,
  }) => {
    const friend = await login.visit()
    await friend.getByRole('link', { name: 'Save Berlin with Discord' }).click()
    await expect(friend.getByText('Saved: nelly is in Berlin.')).toBeVisible()
    const { id } = login.discord.user
    login.discord.user = { id: `9${id}`, username: 'maya' }
    await play(`friend-${locale}`, async () => {
      const page = await login.visit(`/u/${id}`, { ...phoneIn(locale), timezoneId: 'Asia/Tokyo' })
      const saved = page.waitForResponse((response) => response.url().endsWith('/v1/set'))
      await page.locator('main a.button-primary').first().click()
      expect((await saved).status()).toBe(200)
      await expect(page).toHaveURL(`${login.address}/u/${id}`)
      await expect(page.locator('main a[href="/"]').first()).toBeVisible()
      return page
    })
  })

  test(`somebody compares five friends, of whom one is registered, in ${locale}`, async ({ open }) => {
    await play(`friends-${locale}`, async () => {
      const page = await open.visit('/', phoneIn(locale))
      await page.locator('.first-visit .button').last().click()
      const field = page.locator('.add-people-input')
      for (const [name, city] of FRIENDS) {
        await field.fill(name)
        await field.press('Enter')
        if (city !== '') {
          await page.locator('.suggestion-offers .button').first().click()
          await page.locator('.zone-sheet [role=combobox]').fill(city)
          await page.locator('.zone-sheet .place-row').first().click()
        }
        await expect(page.locator('.person-row .row-name', { hasText: name })).toBeVisible()
      }
      await page.evaluate(() => scrollTo(0, 0))
      return page
    })
  })
}
