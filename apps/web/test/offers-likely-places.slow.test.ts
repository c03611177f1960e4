import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, pickZone, zoneField } from './page-actions.ts'
import { NOW } from './views.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('option')

test.describe('before anything is typed, the picker offers', () => {
  test('the zone of the device, recent ones and those of friends, each once', async ({ open }) => {
    const stored = { people: ['2', '3', '6', '8'] }
    const page = await open.visit('/', { now: NOW, stored })
    await pickZone(page, 'tokyo', 'Tokyo')
    await pickZone(page, 'lisbon', 'Lisbon')
    await button(page, 'Change').click()
    await expect(group(page, 'Detected')).toHaveText(['BerlinGermany14:42UTC+1'])
    await expect(group(page, 'Recent')).toHaveText(['LisbonPortugal13:42UTC', 'TokyoJapan22:42UTC+9'])
    await expect(group(page, 'Your friends’ zones')).toHaveText([
      /^KolkataIndia · .Aarav.19:12/,
      /^New YorkUnited States · .Maya.08:42/,
    ])
  })

  test('every time of the day, of which one leads to all places with it', async ({ open }) => {
    const page = await open.visit('/', { now: NOW })
    await button(page, 'Change').click()
    const times = group(page, 'By local time')
    await expect(times.first()).toHaveText('Adelaide · Broken HillSunday00:12UTC+10:30')
    expect(await times.count()).toBeGreaterThan(24)
    await times.filter({ hasText: 'UTC−3:30' }).click()
    await expect(zoneField(page)).toHaveValue('UTC−3:30')
    await expect(page.getByRole('option')).toHaveText([/St. John/])
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('chosen-zone')).toHaveText(/St. John/)
  })

  test('no zone of a device that hides it, and no group without rows', async ({ open }) => {
    const page = await open.visit('/', { timezoneId: 'UTC' })
    await button(page, 'Change').click()
    await expect(group(page, 'By local time').first()).toBeVisible()
    await expect(page.getByRole('group', { name: /Detected|Recent|friends/ })).toHaveCount(0)
  })

  test('four recent zones at most, until they are forgotten', async ({ open }) => {
    const page = await open.visit()
    for (const city of ['Lisbon', 'Tokyo', 'Lima', 'Cairo', 'Oslo']) await pickZone(page, city, city)
    await button(page, 'Change').click()
    await expect(group(page, 'Recent')).toHaveText([/^Oslo/, /^Cairo/, /^Lima/, /^Tokyo/])
    await button(page, 'Forget recent places').click()
    await expect(group(page, 'Recent')).toHaveCount(0)
    await page.reload()
    await button(page, 'Change').click()
    await expect(group(page, 'Detected')).toHaveCount(1)
    await expect(group(page, 'Recent')).toHaveCount(0)
  })
})
