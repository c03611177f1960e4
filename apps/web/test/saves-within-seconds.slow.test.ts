import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { visitSignedIn } from './page-actions.ts'

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

test.describe('somebody who was sent a person’s link, on a slow phone', () => {
  test('has signed in and saved their own zone within 20 seconds', async ({ login }) => {
    const { user } = login.discord
    const friend = await visitSignedIn(login)
    const data = { user_id: user.id, username: 'nelly', timezone: 'Asia/Tokyo' }
    await friend.request.post('/v1/set', { data, headers: { origin: login.address } })

    login.discord.user = { id: `${user.id}1`, username: 'sam' }
    const page = await login.visit('/favicon.svg', PHONE)
    await beSlow(page)
    const startedAt = performance.now()
    await page.goto(`/u/${user.id}`, { waitUntil: 'commit' })
    await page
      .getByRole('region', { name: 'Show nelly your time, too' })
      .getByRole('link', { name: 'Discord' })
      .tap()
    await expect(page.getByText('Saved: sam is in Lisbon.')).toBeVisible({ timeout: 60_000 })
    const took = performance.now() - startedAt
    expect(took).toBeLessThan(LIMIT_MILLISECONDS)
    const { body } = await login.client.getTimezone({ query: { id: `${user.id}1` } })
    expect(body).toMatchObject({ timezone: 'Europe/Lisbon', user: { username: 'sam' } })
  })
})

async function beSlow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}
