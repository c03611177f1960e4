import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { pointOnMap } from './page-actions.ts'
import { STATS } from './shown-answers.ts'
import { NOW } from './views.ts'

const ANSWERS = { '/v1/stats': STATS }
const map = (page: Page) => page.getByRole('img', { name: 'Map of the world' })
const label = (page: Page) => page.locator('main').getByRole('status')

test.describe('the view of everyone', () => {
  test('says how many are awake, and names the zones with at least five people, and the dots of the map under the pointer', async ({
    open,
  }) => {
    const page = await open.visit('/everyone', { now: NOW, answers: ANSWERS })
    // 14 in Tokyo at 22:42 and all others but the 5 in Auckland at 2:42.
    await expect(page.getByText('Right now 94% of people here are awake.')).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveText([
      'New York08:4222 people',
      'Berlin14:4218 people',
      'Tokyo22:4214 people',
      'Kolkata19:1212 people',
      'Buenos Aires10:429 people',
      'Auckland02:425 people',
    ])
    const tokyo = await pointOnMap(page, [139.7, 35.7])
    await page.mouse.move(tokyo.x, tokyo.y)
    await expect(label(page)).toHaveText('Tokyo22:4214 people')
    await page.mouse.move(0, 0)
    await expect(label(page)).toHaveText('')
    // How many are new this week, only where others are not.
    await expect(page.getByText('new this week')).toBeVisible()
    const json = { ...STATS, recent_registrations: STATS.total_users }
    await page.route('**/v1/stats', (route) => route.fulfill({ json }))
    await page.reload()
    await expect(page.getByText('time zones', { exact: true })).toBeVisible()
    await expect(page.getByText('new this week')).toHaveCount(0)
  })

  test('moves nothing when the map arrives', async ({ open }) => {
    const arrived = Promise.withResolvers<void>()
    const before = (page: Page) =>
      page.route(/map-.*js$/, async (route) => {
        await arrived.promise
        await route.fallback()
      })
    const page = await open.visit('/everyone', { now: NOW, answers: ANSWERS, before })
    const list = page.getByRole('heading', { name: 'Most popular' })
    const place = await list.boundingBox()
    await expect(map(page)).toHaveCount(0)
    arrived.resolve()
    await expect(map(page)).toBeVisible()
    expect(await list.boundingBox()).toEqual(place)
  })

  test('shows only totals of fewer than 20 people', async ({ open }) => {
    const few = { total_users: 19, timezone_distribution: { 'Europe/Berlin': 19 }, recent_registrations: 3 }
    const page = await open.visit('/everyone', { answers: { '/v1/stats': { ...STATS, ...few } } })
    await expect(page.getByText('19', { exact: true })).toBeVisible()
    await expect(page.getByText(/awake/)).toHaveCount(0)
    await expect(map(page)).toHaveCount(0)
    await expect(page.getByRole('listitem')).toHaveCount(0)
  })
})

test('with forced colours, the dots and coasts of the map keep contrast', async ({ open }) => {
  const page = await open.visit('/everyone', { now: NOW, answers: ANSWERS, forcedColors: 'active' })
  await expect(map(page)).toBeVisible()
  const strokeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).stroke)
  expect(await strokeOf('.crowd-dot')).toBe(await strokeOf('.map-coast'))
  expect(await strokeOf('.crowd-dot')).not.toBe(await strokeOf('.crowd-halo'))
})
