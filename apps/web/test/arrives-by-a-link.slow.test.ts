import { readFileSync } from 'node:fs'
import { expect, type Site, test } from './fixtures.ts'
import { button, CLIPBOARD, copied, storedPeople, visitSignedIn } from './page-actions.ts'

// Slow 3G and a sixth of the processor, on a phone in another zone than the friend's.
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const CPU_SLOWDOWN = 6
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  timezoneId: 'Europe/Lisbon',
  permissions: CLIPBOARD,
}

// Two cover all four, as each arrival begins with others. Set ARRIVAL_LANGUAGES=4 to play each in all.
const LANGUAGES = Number(process.env.ARRIVAL_LANGUAGES ?? 2)

/** Where friends are who are not registered, by the reader's language. */
const FRIENDS = {
  'en-GB': { Anna: 'Vienna', Ben: 'New York', Chloe: 'Sydney', Dev: 'Mumbai' },
  'ja-JP': { さくら: 'ロンドン', 健太: 'ニューヨーク', 美咲: 'シドニー', 翔: 'ソウル' },
  'de-DE': { Annika: 'Wien', Jörg: 'New York', Lea: 'Sydney', Murat: 'Istanbul' },
  'ar-EG': { ليلى: 'دبي', يوسف: 'نيويورك', سلمى: 'سيدني', عمر: 'الرياض' },
}

// `--trace=on` keeps pictures of every step, and how long it took.
test.describe.configure({ timeout: 300_000 })

test.describe('on a slow phone,', () => {
  for (const locale of ['ar-EG', 'en-GB', 'de-DE', 'ja-JP'].slice(0, LANGUAGES))
    test(`a guest of a meeting has it in their calendar (${locale})`, async ({ open }) => {
      const page = await openPhone(open, locale)
      await page.goto('/meet?ids=3,6&at=2027-03-29T13:00Z&minutes=60&by=6', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: 'Maya' })).toBeVisible()
      const calendar = page.locator('a[href^="http"][href*="/meeting.ics"]')
      await expect(calendar).toBeVisible()
      // The page's own text takes the place of the served one at once, with names.
      expect(await page.locator('main h2').textContent()).toContain('Maya')
      const downloading = page.waitForEvent('download')
      await calendar.tap()
      const file = readFileSync(await (await downloading).path(), 'utf8')
      expect(file).toContain('DTSTART:20270329T130000Z')
    })

  for (const locale of ['ja-JP', 'de-DE', 'ar-EG', 'en-GB'].slice(0, LANGUAGES))
    test(`somebody who was sent a friend’s link signs in, and is back at the friend with their own zone saved (${locale})`, async ({
      login,
    }) => {
      const { user } = login.discord
      const friend = await visitSignedIn(login)
      const data = { user_id: user.id, username: 'nelly', timezone: 'Asia/Tokyo' }
      await friend.request.post('/v1/set', { data, headers: { origin: login.address } })

      login.discord.user = { id: `${user.id}1`, username: 'sam' }
      const page = await openPhone(login, locale)
      await page.goto(`/u/${user.id}`, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: 'nelly' })).toBeVisible()
      await page.locator('main a[href^="/auth/discord"]').tap()
      await expect(page).toHaveURL(`/u/${user.id}`)
      await expect(page.locator('main .button-primary', { hasText: 'nelly' })).toBeVisible()
      expect(await page.locator('main .button-primary').count()).toBe(1)
      expect(await storedPeople(page)).toEqual([user.id])
      const { body } = await login.client.getTimezone({ query: { id: `${user.id}1` } })
      expect(body).toMatchObject({ timezone: 'Europe/Lisbon', user: { username: 'sam' } })
    })

  for (const locale of (['de-DE', 'ar-EG', 'ja-JP', 'en-GB'] as const).slice(0, LANGUAGES))
    test(`somebody with five friends, one of whom is registered, sees when it is for all of them (${locale})`, async ({
      open,
    }) => {
      const page = await openPhone(open, locale)
      await page.goto('/', { waitUntil: 'commit' })
      await page.locator('.first-visit .button').last().tap()
      const field = page.locator('.add-people-input')
      await field.fill('Kenji')
      await field.press('Enter')
      await expect(page.locator('.person-row', { hasText: 'Kenji' })).toBeVisible()
      for (const [name, city] of Object.entries(FRIENDS[locale])) {
        await field.fill(name)
        const setZone = page.locator('.suggestion-offers .button').first()
        await expect(setZone).toContainText(name)
        await expect(page.locator('.suggestion-offers')).toBeInViewport({ ratio: 1 })
        await setZone.tap()
        await page.getByRole('dialog', { name }).getByRole('combobox').fill(city)
        await page.locator('.place-row', { hasText: city }).first().tap()
        await expect(page.locator('.person-row', { hasText: name })).toBeVisible()
      }
      await expect(page.locator('.hero .axis-pill')).toBeInViewport({ ratio: 1 })
      await page.evaluate(() => scrollTo(0, 0))
      await expect(page.locator('.person-row').nth(2)).toBeInViewport({ ratio: 1 })
      await expect(page.locator('.person-row time')).toHaveText(Array(5).fill(/\d:\d\d/))
    })

  test('somebody who was sent a friend’s link says who they are where there is no login, and sends theirs', async ({
    open,
  }) => {
    const page = await openPhone(open, 'en-GB')
    await page.goto('/u/6', { waitUntil: 'commit' })
    await button(page, 'Save my time zone · Lisbon').tap()
    const who = page.getByLabel('Your user ID or name')
    await expect(who).toBeFocused()
    await who.fill('sent-a-link')
    await button(page, 'Save').tap()
    await expect(page.getByText('Saved: sent-a-link is in Lisbon.')).toBeVisible()
    await expect(page).toHaveURL('/u/6')
    await expect(page.getByRole('link', { name: 'In my people' })).toBeVisible()
    expect(await storedPeople(page)).toEqual(['6'])
    await button(page, 'Send Kenji your link').tap()
    await expect.poll(() => copied(page)).toBe(`${open.address}/u/sent-a-link`)
    const { body } = await open.client.getTimezone({ query: { id: 'sent-a-link' } })
    expect(body).toMatchObject({ timezone: 'Europe/Lisbon' })
  })
})

async function openPhone(site: Site, locale: string) {
  const page = await site.visit('/favicon.svg', { ...PHONE, locale })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}
