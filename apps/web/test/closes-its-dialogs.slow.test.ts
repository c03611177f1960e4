import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, hold, zoneField } from './page-actions.ts'

const FIELD = 'Your user ID or name'
const sheet = (page: Page) => page.getByRole('dialog')

test.describe('a sheet', () => {
  test('closes at a press beside it, not at a selection of text that ends there', async ({ open }) => {
    const page = await open.visit()
    await button(page, 'Change').click()
    const box = await sheet(page).boundingBox()
    await zoneField(page).fill('lisbon')
    await zoneField(page).hover()
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) / 2, 200)
    await page.mouse.up()
    await expect(zoneField(page)).toHaveValue('lisbon')
    // In its padding.
    await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 100)
    await expect(sheet(page)).toBeVisible()
    await page.mouse.click((box?.x ?? 0) / 2, 200)
    await expect(sheet(page)).toHaveCount(0)
    await expect(button(page, 'Change')).toBeFocused()
  })

  test('keeps the page behind it in place, and out of reach of Tab', async ({ open }) => {
    const page = await open.visit('/privacy')
    await page.getByRole('button', { name: 'Find a person or a place' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.mouse.move(5, 300)
    await page.mouse.wheel(0, 500)
    for (let press = 0; press < 6; press++) await page.keyboard.press('Tab')
    expect(await page.evaluate(() => [scrollY, document.activeElement?.closest('main, header')])).toEqual([
      0,
      null,
    ])
  })

  test('stays while it saves, however often Escape is pressed', async ({ open }) => {
    const page = await open.visit()
    await button(page, 'Save Berlin').click()
    await expect(page.getByLabel(FIELD)).toBeFocused()
    await page.getByLabel(FIELD).fill('patient')
    const release = await hold(page, '**/v1/set')
    await page.keyboard.press('Enter')
    for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
    await expect(sheet(page).getByRole('button', { name: 'Saving…' })).toBeVisible()
    release()
    await expect(page.getByText('Saved: patient is in Berlin.')).toBeVisible()
    await expect(sheet(page)).toHaveCount(0)
  })

  test('closes with its question, one at a time', async ({ open }) => {
    const page = await open.visit()
    await button(page, 'Save Berlin').click()
    await page.getByLabel(FIELD).fill('8')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(sheet(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await expect(button(page, 'Save Berlin')).toBeFocused()
  })
})
