import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { expect, type LoginSite, test } from './fixtures.ts'
import { button, focusedName, visitWithRecord } from './page-actions.ts'

const section = (page: Page) => page.getByRole('region', { name: 'When you’re available' })
const field = (page: Page, name: string) => section(page).getByLabel(name, { exact: true })

test.describe('when I am available', () => {
  test('is set for a day, saved, and shown to others only if I say so', async ({ login }) => {
    const page = await openAvailability(login)
    await section(page).getByRole('button', { name: 'Add hours: Wednesday' }).click()
    await expect(field(page, 'From: Wednesday')).toHaveValue('09:00')
    await expect(field(page, 'To: Wednesday')).toHaveValue('17:00')
    await button(page, 'Save').last().click()
    await expect(section(page).getByText('Saved', { exact: true })).toBeVisible()
    expect(await shownHours(login)).toBeNull()

    await section(page).getByRole('radio', { name: 'Your hours' }).check()
    await button(page, 'Save').last().click()
    await expect(section(page).getByText('Saved', { exact: true })).toBeVisible()
    const weekly = [{ days: ['we'], from: '09:00', to: '17:00' }]
    expect(await shownHours(login)).toEqual({ weekly })

    await page.reload()
    await expect(field(page, 'To: Wednesday')).toHaveValue('17:00')
    expect(await findAxeViolations(page)).toEqual([])
    await button(page, 'Delete').click()
    await expect(section(page).getByText('Deleted.')).toBeVisible()
    await expect(section(page).locator('input[type=time]')).toHaveCount(0)
    expect(await shownHours(login)).toBeNull()
  })

  test('is set with the keyboard alone, and the focus stays when hours are removed', async ({ login }) => {
    const page = await openAvailability(login)
    await section(page).getByRole('button', { name: 'Add hours: Saturday' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(() => focusedName(page)).toBe('From: Saturday')
    // Hours, minutes, and what else the browser has, are a stop each.
    while ((await focusedName(page)) === 'From: Saturday') await page.keyboard.press('Tab')
    await page.keyboard.type('0200a')
    await expect(field(page, 'To: Saturday')).toHaveValue('02:00')
    await expect(field(page, 'To: Saturday')).toHaveAccessibleDescription('09:00 to 02:00 the next day')
    await section(page)
      .getByRole('button', { name: 'Remove: Saturday, 09:00 to 02:00 the next day' })
      .press('Enter')
    await expect.poll(() => focusedName(page)).toBe('Add hours: Saturday')
    await expect(section(page).getByText('others always see you as away')).toBeVisible()
    await button(page, 'Cancel').press('Enter')
    await expect(section(page).getByText('You haven’t set any hours.')).toBeVisible()
  })

  test('is not overwritten unseen when it was changed elsewhere', async ({ login }) => {
    const page = await openAvailability(login)
    await button(page, 'Evenings').click()
    const weekly = [{ days: ['mo'], from: '06:00', to: '07:00' }]
    await page.evaluate(async (weekly) => {
      const body = JSON.stringify({ weekly, show: 'hours' })
      await fetch('/v1/availability', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body,
      })
    }, weekly)
    const saveAnyway = section(page).getByRole('button', { name: 'Save anyway' })
    // Whether the page learns of it by itself or from the answer to its own save.
    await section(page).getByRole('button', { name: /^Save/ }).click()
    await expect(saveAnyway.or(section(page).getByText('Saved', { exact: true }))).toBeVisible()
    if (await saveAnyway.isVisible()) {
      expect(await shownHours(login)).toEqual({ weekly })
      await saveAnyway.click()
    }
    await expect(section(page).getByText('Saved', { exact: true })).toBeVisible()
    expect(await shownHours(login)).toBeNull()
  })

  test('stays as I set it, unsaved, when the page is reloaded, and is nobody else’s', async ({ login }) => {
    const page = await openAvailability(login)
    await button(page, 'Evenings').click()
    await section(page).getByRole('radio', { name: 'Your hours' }).check()
    await page.reload()
    await expect(field(page, 'From: Sunday')).toHaveValue('18:00')
    await expect(section(page).getByRole('radio', { name: 'Your hours' })).toBeChecked()

    const key = 'timezone-registry:week'
    const draft = await page.evaluate((key) => localStorage.getItem(key) ?? '', key)
    for (const other of [draft.replace(login.discord.user.id, '1'), draft.replace('"18:00"', '{}')]) {
      await page.evaluate(([key, other]) => localStorage.setItem(key, other), [key, other] as const)
      await page.reload()
      await expect(section(page).getByText('You haven’t set any hours.')).toBeVisible()
    }

    await page.evaluate(([key, draft]) => localStorage.setItem(key, draft), [key, draft] as const)
    await page.reload()
    await button(page, 'Cancel').click()
    await page.reload()
    await expect(section(page).getByText('You haven’t set any hours.')).toBeVisible()
  })

  test('stays as I set it while the service does not answer', async ({ login }) => {
    const page = await openAvailability(login)
    await button(page, 'Usual hours').click()
    await page.context().setOffline(true)
    await button(page, 'Save').last().click()
    await expect(section(page).getByRole('alert')).toHaveText(/^Your hours weren’t saved\. Couldn’t reach/)
    await expect(field(page, 'From: Friday')).toHaveValue('09:00')
    await page.context().setOffline(false)
    await button(page, 'Save').last().click()
    await expect(section(page).getByText('Saved', { exact: true })).toBeVisible()
  })
})

/** The account page, with somebody new signed in and their record saved. */
async function openAvailability(site: LoginSite): Promise<Page> {
  const page = await visitWithRecord(site, '/account/availability')
  await expect(section(page)).toBeVisible()
  return page
}

/** What others see of it. */
async function shownHours({ client, discord }: LoginSite): Promise<unknown> {
  const { status, body } = await client.getTimezone({ query: { id: discord.user.id } })
  return status === 200 ? body.availability : status
}
