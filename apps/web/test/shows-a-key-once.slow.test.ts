import type { Page } from '@playwright/test'
import { ADMIN, expect, type LoginSite, test } from './fixtures.ts'
import { button, focusedName } from './page-actions.ts'

test.describe('API keys', () => {
  test('an admin creates a key, copies it once, and revokes it', async ({ login }) => {
    const page = await openAccount(login, ADMIN)
    await expect(page.getByText('There are no keys yet.')).toBeVisible()
    await button(page, 'New key').click()
    await expect.poll(() => focusedName(page)).toBe('Name')
    await page.getByLabel('Name', { exact: true }).fill('Discord bot')
    await page.getByRole('checkbox', { name: 'Save and delete any record' }).check()
    await page.getByText('In 1 year').click()
    await button(page, 'Create key').click()
    const secret = await page.getByLabel('Key', { exact: true }).inputValue()
    expect(secret).toMatch(/^tzr_[0-9a-f]{64}$/)

    // Where the browser forbids copying, the key is selected.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await button(page, 'Copy').click()
    await expect(page.getByText('Your browser blocked copying.')).toBeVisible()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(secret)

    // Until the key has been copied, closing the dialog asks.
    const dialog = page.getByRole('dialog')
    await button(page, 'Done').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect.poll(() => focusedName(page)).toBe('Done')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Key', { exact: true })).toHaveValue(secret)
    await page.getByLabel('Key', { exact: true }).selectText()
    await page.keyboard.press('ControlOrMeta+c')
    await button(page, 'Done').click()
    await expect(dialog).toHaveCount(0)
    const row = page.getByRole('region', { name: 'API keys' }).getByRole('listitem')
    await expect(row).toHaveText(
      /Discord botSave and delete any recordCreated on \d+ \w+ \d{4} · never used · expires on/,
    )
    const text = (await row.textContent()) ?? ''
    const [created = 0, expires = 0] = [...text.matchAll(/on (\d+ \w+ \d{4})/g)].map(([, date = '']) =>
      Date.parse(date),
    )
    expect(Math.round((expires - created) / 86_400_000)).toBe(365)
    await expect.poll(() => focusedName(page)).toBe('New key')
    await page.reload()
    await expect(row).toBeVisible()
    await expect(page.getByLabel('Key', { exact: true })).toHaveCount(0)

    const statusOf = async () => {
      const headers = { authorization: `Bearer ${secret}` }
      return (await fetch(`${login.address}/delete?user_id=x`, { method: 'DELETE', headers })).status
    }
    expect(await statusOf()).toBe(200)
    await button(page, 'Revoke Discord bot').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByRole('status').getByText('Revoked: Discord bot.')).toBeVisible()
    await expect(page.getByText('There are no keys yet.')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('API keys')
    await expect.poll(statusOf).toBe(401)
  })

  test('are not shown to anyone else', async ({ login }) => {
    const page = await openAccount(login, login.discord.user.id)
    await expect(page.getByRole('link', { name: 'API keys' })).toHaveCount(0)
    await page.goto('/account/keys')
    await expect(page.getByRole('heading', { name: 'Where you’re signed in' })).toBeVisible()
  })
})

async function openAccount(site: LoginSite, id: string): Promise<Page> {
  site.discord.user = { id, username: 'nelly' }
  const page = await site.visit('/auth/discord?redirect=/account/keys')
  await expect(page.getByRole('heading', { level: 3 })).toBeVisible()
  return page
}
