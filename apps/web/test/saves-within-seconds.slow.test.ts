import type { Page } from '@playwright/test'
import { expect, type Site, test } from './fixtures.ts'
import { button, visitSignedIn } from './page-actions.ts'

// Slow 3G and a sixth of the processor, on a phone in another zone than the friend's.
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const CPU_SLOWDOWN = 6
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  timezoneId: 'Europe/Lisbon',
}
const LIMIT_MILLISECONDS = 20_000

test.describe('somebody who was sent a person’s link, on a slow phone, has their own zone saved within 20 seconds', () => {
  test('by signing in', async ({ login }) => {
    const { user } = login.discord
    const friend = await visitSignedIn(login)
    const data = { user_id: user.id, username: 'nelly', timezone: 'Asia/Tokyo' }
    await friend.request.post('/v1/set', { data, headers: { origin: login.address } })

    login.discord.user = { id: `${user.id}1`, username: 'sam' }
    const phone = await openPhone(login)
    await phone.follow(`/u/${user.id}`)
    await phone.page.getByRole('link', { name: 'Save Lisbon with Discord' }).tap()
    await expect(phone.page).toHaveURL(`/u/${user.id}`, { timeout: 60_000 })
    await phone.picture('back from the login')
    await expect(phone.page.getByText('Saved: sam is in Lisbon.')).toBeVisible({ timeout: 60_000 })
    await phone.picture('saved')
    expect(phone.took()).toBeLessThan(LIMIT_MILLISECONDS)
    const { body } = await login.client.getTimezone({ query: { id: `${user.id}1` } })
    expect(body).toMatchObject({ timezone: 'Europe/Lisbon', user: { username: 'sam' } })
  })

  test('by saying who they are, where there is no login', async ({ open }) => {
    const phone = await openPhone(open)
    await phone.follow('/u/6')
    await phone.page.getByRole('button', { name: 'Save my time zone · Lisbon' }).tap()
    await expect(phone.page.getByLabel('Your user ID or name')).toBeFocused({ timeout: 60_000 })
    await phone.picture('asked who they are')
    await phone.page.getByLabel('Your user ID or name').fill('sent a link')
    await phone.picture('who they are')
    await button(phone.page, 'Save').tap()
    await expect(phone.page.getByText('Saved: sent a link is in Lisbon.')).toBeVisible({ timeout: 60_000 })
    await phone.picture('saved')
    expect(phone.took()).toBeLessThan(LIMIT_MILLISECONDS)
    const { body } = await open.client.getTimezone({ query: { id: 'sent a link' } })
    expect(body).toMatchObject({ timezone: 'Europe/Lisbon' })
  })
})

/** A slow phone. Its time does not count what its pictures take, which are kept with the test's results. */
async function openPhone(site: Site) {
  const page = await site.visit('/favicon.svg', PHONE)
  await beSlow(page)
  let startedAt = 0
  async function picture(name: string): Promise<void> {
    const before = performance.now()
    await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' })
    startedAt += performance.now() - before
  }
  return {
    page,
    picture,
    /** Taps a link to a person: their time is there first, then the question for the reader's. */
    follow: async (path: string) => {
      startedAt = performance.now()
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible({ timeout: 60_000 })
      await picture('the first text')
      await expect(page.getByRole('region', { name: /^Show .+ your time, too$/ })).toBeVisible({
        timeout: 60_000,
      })
      await picture('the friend’s page')
    },
    took: () => performance.now() - startedAt,
  }
}

async function beSlow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}
