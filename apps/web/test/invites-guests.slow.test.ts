import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, CLIPBOARD } from './page-actions.ts'

const NOW = '2027-03-25T09:00Z'
// From Kenji in Tokyo to Maya in New York.
const LINK = '/meet?ids=3,6&at=2027-03-29T13:00Z&minutes=60&by=6'
const SERVED = 'the page without its scripts'

const calendarLink = (page: Page) => page.getByRole('link', { name: 'Add to calendar' })

test('a meeting’s link is an invitation in its guest’s time, and goes into the calendar with one tap', async ({
  open,
}) => {
  const page = await open.visit(LINK, { now: NOW, timezoneId: 'America/Sao_Paulo' })
  await expect(page.getByText('Kenji invites you')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Meeting with Kenji and Maya' })).toBeVisible()
  await expect(page.getByText(/Monday,? 29 March\s· 10:00.11:00$/)).toBeVisible()
  await expect(page.getByText('your time · São Paulo, Brazil')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Maya' })).toContainText(/9:00.10:00 · New York/)
  const downloading = page.waitForEvent('download')
  await calendarLink(page).click()
  const file = readFileSync(await (await downloading).path(), 'utf8')
  expect(file).toContain('DTSTART:20270329T130000Z')
  await page.getByRole('link', { name: 'Suggest another time' }).click()
  await expect(page.getByRole('slider', { name: 'Time', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Kenji invites you')).toBeVisible()
})

test('who sent it, and who has no zone to tell, get the editor and the time of whoever sent it', async ({
  open,
}) => {
  const stored = { 'timezone-registry:draft': { userId: '6', username: 'Kenji' } }
  const sender = await open.visit(LINK, { now: NOW, stored })
  await expect(button(sender, 'Copy for Discord')).toBeVisible()
  const masked = await open.visit(LINK.replace('by=6', 'by=&zone=Asia/Tokyo'), {
    now: NOW,
    timezoneId: 'UTC',
  })
  await expect(masked.getByText(/Monday,? 29 March\s· 22:00.23:00$/)).toBeVisible()
  await expect(masked.getByText('Tokyo, Japan', { exact: true })).toBeVisible()
})

for (const [browser, userAgent, share, expected] of [
  ['an app with a share sheet', 'Mozilla/5.0 (iPhone) Instagram 300', true, 'meeting.ics'],
  ['an app without one', 'Mozilla/5.0 (Linux; Android 14; wv) FBAN/x', false, LINK],
] as const)
  test(`in the browser of ${browser}, the button is never silent`, async ({ open }) => {
    const page = await open.visit(LINK, {
      now: NOW,
      userAgent,
      permissions: CLIPBOARD,
      before: (page) =>
        page.addInitScript((canShare) => {
          const shared: string[] = []
          Object.assign(globalThis, { shared })
          const share = async ({ files, url }: ShareData) => void shared.push(files?.[0]?.name ?? url ?? '')
          if (canShare) Object.assign(navigator, { share, canShare: () => true })
          else Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
          if (!canShare) Reflect.deleteProperty(Navigator.prototype, 'share')
          if (!canShare) Reflect.deleteProperty(navigator, 'share')
        }, share),
    })
    await page.getByText('Add to calendar').click()
    const given = () =>
      page.evaluate(
        async (canShare) =>
          canShare
            ? (globalThis as unknown as { shared: string[] }).shared.join()
            : navigator.clipboard.readText(),
        share,
      )
    await expect.poll(given).toContain(expected.split('&at')[0])
  })

test(`${SERVED} says the same, also on paper`, async ({ open }) => {
  const page = await open.visit(LINK, { javaScriptEnabled: false, locale: 'de-DE' })
  await expect(page.getByText('Kenji lädt dich ein')).toBeVisible()
  await expect(page.getByRole('time')).toHaveText(/^Mo\., 29\. März 2027\s· 22:00.23:00$/)
  await expect(page.getByText('Tokio, Japan', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'In den Kalender' })).toHaveAttribute(
    'href',
    /^[/]meeting[.]ics/,
  )
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Kenji lädt dich ein')).toBeVisible()
  await expect(page.getByRole('link', { name: 'In den Kalender' })).toBeHidden()
})
