import { expect, test } from './fixtures.ts'
import { button, row } from './page-actions.ts'
import { HTML_NAME } from './people.ts'
import { NOW } from './views.ts'

test.describe('a person’s page', () => {
  test('shows a large clock, the difference and the place, and a clock change within three weeks', async ({
    open,
  }) => {
    const page = await open.visit('/u/6', { now: NOW })
    await expect(page.locator('.person-clock')).toHaveText('22:42')
    await expect(page.getByText('Tokyo, Japan')).toBeVisible()
    await expect(page.getByText('8 h ahead of you')).toBeVisible()
    await expect(page.getByText(/Likely (awake|winding down|asleep)/)).toBeVisible()
    await expect(page.getByText(/clocks/i)).toHaveCount(0)
    await expect(page).toHaveTitle(/Kenji/)
    const german = await open.visit('/u/8', { now: '2027-03-08T12:00Z', locale: 'de-DE' })
    await expect(german.getByText('Berlin, Deutschland')).toBeVisible()
    await expect(german.getByText(/Uhren .* 28\. März/)).toBeVisible()
    const early = await open.visit('/u/8', { now: '2027-03-06T12:00Z' })
    await expect(early.getByText('Berlin, Germany')).toBeVisible()
    await expect(early.getByText(/clocks/i)).toHaveCount(0)
  })

  test('shows their day above the reader’s, and when both are awake', async ({ open }) => {
    const page = await open.visit('/u/6', { now: NOW })
    await expect(page.locator('.two-days .ribbon')).toHaveCount(2)
    await expect(page.getByText('You', { exact: true })).toBeVisible()
    await expect(page.getByText('You’re both likely awake from 07:00 to 15:00 your time.')).toBeVisible()
    const evening = await open.visit('/u/6', { now: '2026-11-21T19:00:00Z' })
    await expect(
      evening.getByText('You’re both likely awake from 07:00 (Sun) to 15:00 your time.'),
    ).toBeVisible()
  })

  test('asks a reader without a record for their own zone, and nobody else', async ({ open }) => {
    const page = await open.visit('/u/6', { now: NOW })
    await expect(page.getByRole('heading', { name: 'Show Kenji your time, too' })).toBeVisible()
    await button(page, 'Save my time zone · Berlin').click()
    await page.getByLabel('Your user ID or name').fill('reader')
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: reader is in Berlin.')).toBeVisible()
    await expect(page.getByRole('heading', { name: /Show Kenji/ })).toHaveCount(0)
    const stored = { draft: { userId: '2', username: 'Aarav' } }
    const known = await open.visit('/u/6', { now: NOW, stored })
    await expect(known.locator('.two-days .ribbon')).toHaveCount(2)
    await expect(known.getByRole('heading', { name: /Show Kenji/ })).toHaveCount(0)
  })

  test('says whether they are available where they have said so', async ({ open }) => {
    const { client } = open
    const user_id = 'says-when'
    await client.setTimezone({ body: { user_id, username: 'Says when', timezone: 'Asia/Tokyo' } })
    await client.setAvailability({ body: { user_id, weekly: [], show: 'state' } })
    const page = await open.visit(`/u/${user_id}`)
    await expect(page.getByText('Away', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Likely/)).toHaveCount(0)

    const days = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
    const weekly = [{ days: [...days], from: '00:00', to: '24:00' }]
    await client.setAvailability({ body: { user_id, weekly, show: 'hours' } })
    await page.reload()
    await expect(page.getByText('Available', { exact: true })).toBeVisible()
    await client.deleteTimezone({ query: { user_id } })
  })

  test('adds somebody to the reader’s people, permanently', async ({ open }) => {
    const page = await open.visit('/u/6')
    await button(page, 'Add to my people').click()
    await page.getByRole('link', { name: 'In my people' }).click()
    await expect(row(page, 'Kenji')).toBeVisible()
    await page.goto('/u/6')
    await expect(page.getByRole('link', { name: 'In my people' })).toBeVisible()
  })

  test('leads to a meeting with them', async ({ open }) => {
    const page = await open.visit('/u/6')
    await page.getByRole('main').getByRole('link', { name: 'Meet' }).click()
    await expect(page).toHaveURL(/\/meet\?ids=6$/)
    await expect(page.locator('.meet-row', { hasText: 'Kenji' })).toBeVisible()
  })

  test('copies the link, and shows it where the browser forbids that', async ({ open }) => {
    const page = await open.visit('/u/a%2Fb%20c', { permissions: ['clipboard-write'] })
    await expect(page.getByRole('heading', { name: HTML_NAME, exact: true })).toBeVisible()
    await button(page, 'Copy link').click()
    await expect(page.getByText('Copied.')).toBeVisible()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await button(page, 'Copy link').click()
    await expect(page.getByText(`${open.address}/u/~612f622063`)).toBeVisible()
  })
})
