import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button } from './page-actions.ts'

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
  await expect(page.getByText(/^Mon,? 29 March\s· 10:00.11:00$/)).toBeVisible()
  await expect(page.getByText('your time · São Paulo, Brazil')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Maya' })).toContainText(/9:00.10:00\s· New York/)
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
  const stored = { draft: { userId: '6', username: 'Kenji' } }
  const sender = await open.visit(LINK, { now: NOW, stored })
  await expect(button(sender, 'Copy for Discord')).toBeVisible()
  const masked = await open.visit(LINK.replace('by=6', 'by=&zone=Asia/Tokyo'), {
    now: NOW,
    timezoneId: 'UTC',
  })
  await expect(masked.getByText(/^Mon,? 29 March\s· 22:00.23:00$/)).toBeVisible()
  await expect(masked.getByText('Tokyo, Japan', { exact: true })).toBeVisible()
})

const INSTAGRAM = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Instagram 300'
const NAMELESS = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; wv) FBAN/x'
const A_BROWSER = { isInstalled: false, userAgent: undefined, fault: undefined }

for (const [browser, how, share, expected] of [
  ['a browser', {}, 'takes files', 'saves meeting.ics'],
  ['an installed page', { isInstalled: true }, 'takes files', 'shares meeting.ics'],
  // As Chromium, which says that it takes files of every type.
  ['an installed page that refuses files', { isInstalled: true }, 'refuses files', 'saves meeting.ics'],
  ['an installed page without a share sheet', { isInstalled: true }, 'is none', 'saves meeting.ics'],
  ['an installed page offline', { isInstalled: true, fault: 'no answer' }, 'takes files', 'shares http'],
  ['an installed page in an outage', { isInstalled: true, fault: 503 }, 'takes files', 'shares http'],
  ['an app with a share sheet', { userAgent: INSTAGRAM }, 'takes files', 'shares meeting.ics'],
  ['an app without a name', { userAgent: NAMELESS }, 'takes files', 'shares meeting.ics'],
  ['an app that shares only links', { userAgent: INSTAGRAM }, 'takes links', 'shares http'],
  ['an app that refuses files', { userAgent: INSTAGRAM }, 'refuses files', 'shows http'],
  ['an app without a share sheet', { userAgent: ANDROID }, 'is none', 'copies http'],
] as const)
  test(`in ${browser}, the button is never silent: it ${expected}`, async ({ open }) => {
    const { isInstalled, userAgent, fault } = { ...A_BROWSER, ...how }
    const got: string[] = []
    const page = await open.visit(LINK, {
      now: NOW,
      ...(userAgent && { userAgent }),
      before: (page) => report(page, got, { share, isInstalled }),
    })
    if (fault !== undefined)
      await page.route('**/meeting.ics*', (route) =>
        fault === 503 ? route.fulfill({ status: fault }) : route.abort(),
      )
    await page.getByText('Add to calendar').click()
    const shown = page.getByLabel('Copy link')
    if (expected.startsWith('shows')) got.push(`shows ${await shown.inputValue()}`)
    await expect.poll(() => got).toHaveLength(1)
    expect(got[0]).toContain(expected.replace('http', `${open.address}${LINK.split('&at')[0]}`))
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

test('a share sheet that refuses a link is not silent: it is copied, or shown where that is forbidden, too', async ({
  open,
}) => {
  const got: string[] = []
  const before = (page: Page) => report(page, got, { share: 'refuses all', isInstalled: false })
  const meet = await open.visit('/meet?ids=3', { before, viewport: { width: 390, height: 844 } })
  const person = await open.visit('/u/6', { before, timezoneId: 'Europe/Lisbon' })
  await button(person, 'Save my time zone · Lisbon').click()
  await person.getByLabel('Your user ID or name').fill('refused')
  await button(person, 'Save').click()
  for (const [page, name, path] of [
    [meet, 'Share…', '/meet?ids=3'],
    [person, 'Send Kenji your link', '/u/refused'],
  ] as const) {
    await button(page, name).click()
    await expect.poll(() => got.pop()).toContain(`copies ${open.address}${path}`)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await button(page, name).click()
    await expect(page.getByLabel(/^Your browser blocked copying/)).toHaveValue(
      new RegExp(path.replace('?', '[?]')),
    )
  }
})

test('the event is in the language of the page, whatever the browser’s is', async ({ open }) => {
  const page = await open.visit(LINK, { now: NOW, stored: { preferences: { language: 'de' } } })
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'In den Kalender' }).click()
  const file = readFileSync(await (await downloading).path(), 'utf8')
  expect(file).toContain('SUMMARY:Treffen: Kenji und Maya')
})

type Browser = {
  share: 'takes files' | 'takes links' | 'refuses files' | 'refuses all' | 'is none'
  isInstalled: boolean
}

/** What the page saves, shares and copies is added to a list. */
async function report(page: Page, got: string[], browser: Browser): Promise<void> {
  page.on('download', (file) => got.push(`saves ${file.suggestedFilename()}`))
  await page.exposeFunction('report', (what: string) => got.push(what))
  await page.addInitScript(becomeBrowser, browser)
}

/** Replaces the share sheet and the clipboard by ones that report what they are given. Runs in the page. */
function becomeBrowser({ share: sheet, isInstalled }: Browser): void {
  const { report } = globalThis as unknown as { report: (what: string) => Promise<void> }
  const share = async ({ files, url }: ShareData) => {
    if (sheet === 'refuses all' || (sheet === 'refuses files' && files))
      throw new DOMException('Permission denied', 'NotAllowedError')
    await report(`shares ${files?.[0]?.name ?? url}`)
  }
  const canShare = () => sheet !== 'takes links'
  Reflect.deleteProperty(Navigator.prototype, 'share')
  if (sheet !== 'is none') Object.assign(navigator, { share, canShare })
  const clipboard = { writeText: (text: string) => report(`copies ${text}`) }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard })
  // The headless browser emulates no installed page.
  const standalone = '(display-mode: standalone)'
  const { matchMedia } = globalThis
  globalThis.matchMedia = (query) =>
    matchMedia.call(globalThis, isInstalled && query === standalone ? 'all' : query)
}

test(`${SERVED} says the same, also on paper`, async ({ open }) => {
  const viewport = { width: 390, height: 844 }
  const page = await open.visit(LINK, { javaScriptEnabled: false, locale: 'de-DE', viewport })
  await expect(page.getByText('Kenji lädt dich ein')).toBeVisible()
  await expect(page.getByRole('time')).toHaveText(/^Mo\., 29\. März 2027\s· 22:00.23:00$/)
  // Lines are 36 pixels apart.
  const date = await page.locator('main time span').boundingBox()
  expect(date?.height, 'the date, not broken').toBeLessThan(60)
  await expect(page.getByText('Tokio, Japan', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'In den Kalender' })).toHaveAttribute(
    'href',
    /^[/]meeting[.]ics/,
  )
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Kenji lädt dich ein')).toBeVisible()
  await expect(page.getByRole('link', { name: 'In den Kalender' })).toBeHidden()
})
