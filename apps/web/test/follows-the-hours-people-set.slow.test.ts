import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { expect, type Site, test } from './fixtures.ts'
import { visitWithRecord } from './page-actions.ts'

const NOON = '2026-11-23T13:12Z' // A Monday, 14:12 in Berlin.
const EVENINGS: Given['weekly'] = [{ days: ['mo', 'tu'], from: '18:00', to: '20:00' }]

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
const state = (page: Page, name: string) => row(page, name).locator('.person-time p')
const shape = (page: Page, name: string) => row(page, name).locator('.ribbon path').getAttribute('d')
const proposals = (page: Page) => page.locator('.time-choice')

test.describe('when people are available', () => {
  test('is in their row, their ribbon and the count as they said, and likely for the others', async ({
    open,
  }) => {
    const ids = await savePeople(open, 'rows')
    const page = await open.visit(`/?ids=${ids}`, { now: NOON })
    await expect(state(page, 'Uma')).toHaveText('away')
    await expect(state(page, 'Vik')).toHaveText('away')
    await expect(state(page, 'Wen')).toHaveText('awake')
    await expect(page.getByText('2 away · likely 1 awake')).toBeVisible()
    expect(await shape(page, 'Vik')).toBe(await shape(page, 'Wen'))
    expect(await shape(page, 'Uma')).not.toBe(await shape(page, 'Wen'))
    expect(await findAxeViolations(page)).toEqual([])

    const slider = page.getByRole('slider', { name: 'Time shown' })
    await slider.press('Home')
    await expect(state(page, 'Uma')).toHaveText('away')
    // Whoever shows only their state says nothing about another time.
    await expect(state(page, 'Vik')).toHaveText('asleep')
    await expect(page.getByText('1 away · likely 2 asleep')).toBeVisible()
    for (let quarters = 0; quarters < 64; quarters++) await slider.press('ArrowRight')
    await expect(slider).toHaveAttribute('aria-valuetext', '18:15')
    await expect(state(page, 'Uma')).toHaveText('available')
    await expect(page.getByText('1 available · likely 2 awake')).toBeVisible()
  })

  test('decides what Meet proposes, which says whose hours a time leaves', async ({ open }) => {
    const [uma, vik, wen] = await savePeople(open, 'meet')
    const page = await open.visit(`/meet?ids=${uma},${wen}`, { now: NOON })
    await expect(proposals(page).first()).toHaveText(/^18:00.+19:00everyone awake$/)
    const hours = page.locator('.meet-row').filter({ hasText: 'Uma' }).locator('.cell:not(.cell-asleep)')
    await expect(hours).toHaveText(['18', '19'])
    expect(await findAxeViolations(page)).toEqual([])

    await setAvailability(open, vik, { weekly: [], show: 'hours' })
    await page.goto(`/meet?ids=${vik}`)
    await expect(proposals(page).first()).toHaveText(/15:00.+1 of 2outside Vik’s hours \(15:00\)$/)
  })

  test('is in the ribbons of their page, and in when we are both awake', async ({ open }) => {
    const [uma] = await savePeople(open, 'page')
    const page = await open.visit(`/u/${uma}`, { now: NOON })
    await expect(page.getByText('You’re both likely awake from 18:00 to 20:00 your time.')).toBeVisible()
    const [theirs, mine] = await page.locator('.two-days path').all()
    expect(await theirs?.getAttribute('d')).not.toBe(await mine?.getAttribute('d'))
  })

  test('counts for me in Meet, even if others see only my state', async ({ login }) => {
    const page = await visitWithRecord(login, '/favicon.svg')
    await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ weekly: [], show: 'state' })
      await fetch('/v1/availability', { method: 'PUT', headers, body })
    })
    await page.goto('/meet?ids=nobody')
    await expect(proposals(page).first()).toContainText('outside your hours')
  })

  test('changes on the page when they change it', async ({ open }) => {
    const [, , wen] = await savePeople(open, 'live')
    const page = await open.visit(`/?ids=${wen}`, { follows: true })
    await expect(state(page, 'Wen')).toHaveText(/^(awake|winding down|asleep)/)
    await setAvailability(open, wen, { weekly: [], show: 'hours' })
    await expect(state(page, 'Wen')).toHaveText('away')
    await open.client.deleteAvailability({ query: { user_id: wen } })
    await expect(state(page, 'Wen')).toHaveText(/^(awake|winding down|asleep)/)
  })
})

/** Saves Uma, who shows her hours, Vik, who shows only that he is away, and Wen, who has said nothing; all in Berlin. */
async function savePeople(site: Site, prefix: string): Promise<[string, string, string]> {
  const ids = ['Uma', 'Vik', 'Wen'].map((name) => `${prefix}-${name}`) as [string, string, string]
  for (const user_id of ids) {
    const username = user_id.slice(-3)
    await site.client.setTimezone({ body: { user_id, username, timezone: 'Europe/Berlin' } })
  }
  await setAvailability(site, ids[0], { weekly: EVENINGS, show: 'hours' })
  await setAvailability(site, ids[1], { weekly: [], show: 'state' })
  return ids
}

type Given = { weekly: { days: ('mo' | 'tu')[]; from: string; to: string }[]; show: 'state' | 'hours' }

async function setAvailability({ client }: Site, user_id: string, given: Given): Promise<void> {
  const { status } = await client.setAvailability({ body: { user_id, ...given } })
  expect(status).toBe(200)
}
