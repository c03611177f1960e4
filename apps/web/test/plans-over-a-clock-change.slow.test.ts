import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, chooseDay } from './page-actions.ts'

// Three days before the clocks of Europe go forward; those of New York have, those of Sydney will go back.
const NOW = '2027-03-25T09:00Z'
const ZONES = {
  Maya: 'America/New_York',
  Olive: 'Europe/London',
  Aarav: 'Asia/Kolkata',
  Ruby: 'Australia/Sydney',
}

test('a meeting of five is planned over a clock change: a proposal, the day, and three ways to share it, each with the right moment', async ({
  open,
}) => {
  for (const [user_id, name] of [
    ['planned-olive', 'Olive'],
    ['planned-ruby', 'Ruby'],
  ] as const)
    await open.client.setTimezone({ body: { user_id, username: name, timezone: ZONES[name] } })
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await open.visit('/meet?ids=3,planned-olive,2,planned-ruby', { now: NOW, permissions })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())

  const proposal = page
    .getByRole('list', { name: /^Best times/ })
    .getByRole('button')
    .first()
  await proposal.click()
  await expect(page).toHaveURL(/at=/)
  const before = chosenIn(page.url())
  await expectTimes(page, before, 'You')

  await chooseDay(page, '2027-03-26')
  await expect(page).toHaveURL(/at=2027-03-26/)
  const friday = chosenIn(page.url())
  await expectTimes(page, friday, 'You')
  await chooseDay(page, '2027-03-28')
  await expect(page).toHaveURL(/at=2027-03-28/)
  await expect(page.getByRole('heading', { name: 'Sunday 28 March' })).toBeVisible()
  for (const city of ['London', 'Berlin'])
    await expect(page.getByText(`Clocks in ${city} go forward 1 h on this day.`)).toBeVisible()
  await expect(page.locator('.cell-change')).toHaveCount(2)
  const at = chosenIn(page.url())
  // The clock of the planner shows the same, which is an hour earlier for those whose clocks do not change.
  expect(timeIn(friday, 'Europe/Berlin')).toBe(timeIn(before, 'Europe/Berlin'))
  expect(timeIn(at, 'Europe/Berlin')).toBe(timeIn(before, 'Europe/Berlin'))
  expect(at.since(friday).total('hours')).toBe(47)
  await expectTimes(page, at, 'You')

  await button(page, 'Copy for Discord').click()
  await expect.poll(copied).toBe(`<t:${at.epochMilliseconds / 1000}:F>`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  const file = readFileSync(await (await downloading).path(), 'utf8')
  expect(file).toContain(`DTSTART:${at.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`)
  expect(file).toContain('DURATION:PT60M')
  await button(page, 'Copy link').click()
  await expect.poll(copied).toContain('/meet?')

  const guest = await open.visit(await copied(), { now: NOW, timezoneId: 'America/Sao_Paulo' })
  await guest.getByRole('link', { name: 'Suggest another time' }).click()
  await expectTimes(guest, at, 'Berlin')
})

function chosenIn(url: string): Temporal.Instant {
  return Temporal.Instant.from(new URL(url).searchParams.get('at') ?? '')
}

function timeIn(at: Temporal.Instant, zone: string): string {
  const { hour, minute } = at.toZonedDateTimeISO(zone)
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Everybody's time is that of their zone; the planner is listed by this name. */
async function expectTimes(page: Page, at: Temporal.Instant, planner: string): Promise<void> {
  const times = page.getByRole('list', { name: 'Everyone’s time' }).getByRole('listitem')
  for (const [name, zone] of Object.entries({ ...ZONES, [planner]: 'Europe/Berlin' }))
    await expect(times.filter({ hasText: name })).toHaveText(new RegExp(`^${name}\\D*${timeIn(at, zone)}$`))
}
