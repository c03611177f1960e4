import { readFileSync } from 'node:fs'
import { expect, type Site, test } from './fixtures.ts'
import { button, storedPeople, visitSignedIn } from './page-actions.ts'

// Slow 3G and a sixth of the processor, on a phone in another zone than the friend's.
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const CPU_SLOWDOWN = 6
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  timezoneId: 'Europe/Lisbon',
  permissions: ['clipboard-read', 'clipboard-write'],
}

/** Readers by their language, and whom they know: where friends are who are not registered. */
const READERS = {
  'en-GB': { Anna: 'Vienna', Ben: 'New York', Chloe: 'Sydney', Dev: 'Mumbai' },
  'de-DE': { Annika: 'Wien', Jörg: 'New York', Lea: 'Sydney', Murat: 'Istanbul' },
  'ar-EG': { ليلى: 'دبي', يوسف: 'نيويورك', سلمى: 'سيدني', عمر: 'الرياض' },
  'ja-JP': { さくら: 'ロンドン', 健太: 'ニューヨーク', 美咲: 'シドニー', 翔: 'ソウル' },
}

test.describe.configure({ timeout: 300_000 })

for (const [locale, friends] of Object.entries(READERS))
  test.describe(`on a slow phone, in ${locale},`, () => {
    test('a guest of a meeting has it in their calendar', async ({ open }) => {
      const phone = await openPhone(open, locale)
      await phone.follow('/meet?ids=3,6&at=2027-03-29T13:00Z&minutes=60&by=6')
      await expect(phone.page.getByRole('heading', { name: 'Maya' })).toBeVisible()
      await phone.picture('the first text')
      const calendar = phone.page.locator('a[href^="http"][href*="/meeting.ics"]')
      await expect(calendar).toBeVisible()
      // The page's own text takes the place of the served one at once, with names.
      expect(await phone.page.locator('main h2').textContent()).toContain('Maya')
      await phone.picture('the invitation')
      const downloading = phone.page.waitForEvent('download')
      await calendar.tap()
      const file = readFileSync(await (await downloading).path(), 'utf8')
      phone.reportTime()
      expect(file).toContain('DTSTART:20270329T130000Z')
    })

    test('somebody who was sent a friend’s link signs in, and is back at the friend with their own zone saved', async ({
      login,
    }) => {
      const { user } = login.discord
      const friend = await visitSignedIn(login)
      const data = { user_id: user.id, username: 'nelly', timezone: 'Asia/Tokyo' }
      await friend.request.post('/v1/set', { data, headers: { origin: login.address } })

      login.discord.user = { id: `${user.id}1`, username: 'sam' }
      const phone = await openPhone(login, locale)
      await phone.follow(`/u/${user.id}`)
      await expect(phone.page.getByRole('heading', { name: 'nelly' })).toBeVisible()
      await phone.picture('the first text')
      const save = phone.page.locator('main a[href^="/auth/discord"]')
      await expect(save).toBeVisible()
      await phone.picture('the friend’s page')
      await save.tap()
      await expect(phone.page).toHaveURL(`/u/${user.id}`)
      await phone.picture('back from the login')
      await expect(phone.page.locator('main .button-primary', { hasText: 'nelly' })).toBeVisible()
      expect(await phone.page.locator('main .button-primary').count()).toBe(1)
      await phone.picture('saved')
      phone.reportTime()
      expect(await storedPeople(phone.page)).toEqual([user.id])
      const { body } = await login.client.getTimezone({ query: { id: `${user.id}1` } })
      expect(body).toMatchObject({ timezone: 'Europe/Lisbon', user: { username: 'sam' } })
    })

    test('somebody with five friends, one of whom is registered, sees when it is for all of them', async ({
      open,
    }) => {
      const phone = await openPhone(open, locale)
      const { page } = phone
      await phone.follow('/')
      await page.locator('.first-visit .button').last().tap()
      await phone.picture('nobody yet')
      const field = page.locator('.add-people-input')
      await field.fill('Kenji')
      await field.press('Enter')
      await expect(page.locator('.person-row', { hasText: 'Kenji' })).toBeVisible()
      await phone.picture('the registered friend')
      for (const [name, city] of Object.entries(friends)) {
        await field.fill(name)
        const setZone = page.locator('.suggestion-offers .button').first()
        await expect(setZone).toContainText(name)
        await expect(page.locator('.suggestion-offers')).toBeInViewport({ ratio: 1 })
        await phone.picture(`${name}, whom nobody knows`)
        await setZone.tap()
        await page.getByRole('dialog', { name }).getByRole('combobox').fill(city)
        const place = page.locator('.place-row', { hasText: city }).first()
        await expect(place).toBeVisible()
        await phone.picture(`where ${name} is`)
        await place.tap()
        await expect(page.locator('.person-row', { hasText: name })).toBeVisible()
      }
      phone.reportTime()
      await phone.picture('all of them')
      await expect(page.locator('.hero .axis-pill')).toBeInViewport({ ratio: 1 })
      await page.evaluate(() => scrollTo(0, 0))
      await phone.picture('from the top')
      await expect(page.locator('.person-row').nth(2)).toBeInViewport({ ratio: 1 })
      await expect(page.locator('.person-row time')).toHaveText(Array(5).fill(/\d:\d\d/))
    })
  })

test('on a slow phone, somebody who was sent a friend’s link says who they are where there is no login, and sends theirs', async ({
  open,
}) => {
  const phone = await openPhone(open, 'en-GB')
  const { page } = phone
  await phone.follow('/u/6')
  await button(page, 'Save my time zone · Lisbon').tap()
  const who = page.getByLabel('Your user ID or name')
  await expect(who).toBeFocused()
  await phone.picture('asked who they are')
  await who.fill('sent-a-link')
  await phone.picture('who they are')
  await button(page, 'Save').tap()
  await expect(page.getByText('Saved: sent-a-link is in Lisbon.')).toBeVisible()
  await phone.picture('saved')
  phone.reportTime()
  await expect(page).toHaveURL('/u/6')
  await expect(page.getByRole('link', { name: 'In my people' })).toBeVisible()
  expect(await storedPeople(page)).toEqual(['6'])
  await button(page, 'Send Kenji your link').tap()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${open.address}/u/sent-a-link`)
  const { body } = await open.client.getTimezone({ query: { id: 'sent-a-link' } })
  expect(body).toMatchObject({ timezone: 'Europe/Lisbon' })
})

/** A slow phone. Its time does not count what its pictures take, which are kept with the test's results. */
async function openPhone(site: Site, locale: string) {
  const page = await site.visit('/favicon.svg', { ...PHONE, locale })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  let startedAt = 0
  return {
    page,
    /** Taps a link. */
    follow: async (path: string) => {
      startedAt = performance.now()
      await page.goto(path, { waitUntil: 'commit' })
    },
    picture: async (name: string) => {
      const before = performance.now()
      await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' })
      startedAt += performance.now() - before
    },
    reportTime: () => {
      const seconds = (performance.now() - startedAt) / 1000
      test.info().annotations.push({ type: 'seconds', description: seconds.toFixed(1) })
    },
  }
}
