import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, removePerson, row } from './page-actions.ts'

const NOW = '2026-11-21T13:42Z'
const DESKTOP = { viewport: { width: 1280, height: 900 }, now: NOW }
// In the order of their clocks.
const FRIENDS = [
  ['70351110224670001', 'Lupe', 'America/Los_Angeles'],
  ['70351110224670002', 'Nate', 'America/New_York'],
  ['70351110224670003', 'Bia', 'America/Sao_Paulo'],
  ['70351110224670004', 'Thandi', 'Africa/Johannesburg'],
  ['70351110224670005', 'Ishaan', 'Asia/Kolkata'],
  ['70351110224670006', 'Haru', 'Asia/Tokyo'],
  ['70351110224670007', 'Yui', 'Asia/Tokyo'],
  ['70351110224670008', 'Hemi', 'Pacific/Auckland'],
] as const
const IDS = FRIENDS.map(([id]) => id)
const NAMES = FRIENDS.map(([, name]) => name)

test('eight friends in six countries are added in every way, compared at an hour when most are awake, and shared as a group', async ({
  open,
}) => {
  for (const [user_id, username, timezone] of FRIENDS)
    await open.client.setTimezone({ body: { user_id, username, timezone } })
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await open.visit('/', { ...DESKTOP, permissions })
  await expect(page.getByText('Who are your people?')).toBeVisible()

  const [first, second, mentioned, profile, linked, one, other] = IDS
  await page.getByLabel('Add people').click()
  await paste(page, `${first}, ${second}`)
  await paste(page, `<@${mentioned}>`)
  await paste(page, `https://discord.com/users/${profile}`)
  await paste(page, `${open.address}/u/${linked}`)
  await paste(page, `${open.address}/?ids=${one},${other}`)
  await paste(page, `<@${mentioned}>`)
  await expect(page.getByText('Already in this list.')).toBeVisible()
  await page.keyboard.type('hemi')
  await page.getByRole('option', { name: 'Hemi Auckland, New Zealand' }).click()
  await expectRows(page, Temporal.Instant.from(NOW))
  await expect(page.getByText(/^likely 4.awake · 2.winding down · 2.asleep$/)).toBeVisible()

  await button(page, 'Save as group').click()
  await page.getByLabel('Group name').fill('Far away')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Far away 8' })).toHaveAttribute('aria-current', 'true')

  // Nine hours and a quarter after now, where all but two are awake.
  const ribbon = row(page, 'Bia').locator('.person-ribbon')
  const { x = 0, y = 0, width = 0, height = 0 } = (await ribbon.boundingBox()) ?? {}
  const [now, line] = [x + width / 2, y + height / 2]
  await page.mouse.move(now, line)
  await page.mouse.down()
  await page.mouse.move(now + width * (6 / 24), line)
  await page.mouse.move(now + width * (9.3 / 24), line)
  await page.mouse.up()
  await expectRows(page, Temporal.Instant.from('2026-11-21T23:00Z'))
  await page.getByRole('slider', { name: 'Time shown' }).focus()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowLeft')
  await expectRows(page, Temporal.Instant.from('2026-11-21T22:00Z'))
  await expect(page.getByText(/^23:00 · likely 6.awake · 2.asleep$/)).toBeVisible()
  await button(page, 'Back to now').click()
  await expectRows(page, Temporal.Instant.from(NOW))

  await button(page, 'Share').click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('name=Far+away')
  const guest = await open.visit(await copied(), { ...DESKTOP, timezoneId: 'Europe/Lisbon' })
  await expect(guest.getByRole('heading', { name: 'Far away' })).toBeAttached()
  await expect(guest.getByText('This group was shared with you.')).toBeVisible()
  await expectRows(guest, Temporal.Instant.from(NOW))

  await removePerson(page, 'Bia')
  await expect(page.getByText('Bia removed.')).toBeVisible()
  await expect(row(page, 'Bia')).toHaveCount(0)
  await button(page, 'Undo').click()
  await expectRows(page, Temporal.Instant.from(NOW))
})

/** Pastes into the field that has the focus, as the keyboard does, and adds it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.keyboard.press('ControlOrMeta+v')
  await page.keyboard.press('Enter')
}

/** Everybody is in the order of their clocks, with the time in their zone and whether they are awake then. */
async function expectRows(page: Page, at: Temporal.Instant): Promise<void> {
  const list = page.getByRole('list', { name: 'Local times' })
  await expect(list.locator('.row-name')).toHaveText(NAMES)
  for (const [, name, zone] of FRIENDS) {
    const { hour, minute } = at.toZonedDateTimeISO(zone)
    const state = hour === 22 ? 'winding down' : hour >= 7 && hour < 22 ? 'awake' : 'asleep'
    const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
    await expect(row(page, name).locator('.person-time')).toHaveText(new RegExp(`^${time}${state}`))
  }
}
