import type { Page } from '@playwright/test'
import { ADMIN, expect, type LoginSite, test } from './fixtures.ts'
import { button, focusedName, openPane, tabTo } from './page-actions.ts'

const ROUTES = [
  ['GET', '/v1/get?id=ID'],
  ['PUT', '/v1/visibility', { user_id: 'ID', visibility: 'public' }],
  ['DELETE', '/v1/delete?user_id=ID'],
  ['POST', '/v1/set', { user_id: 'ID', username: 'x', timezone: 'UTC' }],
] as const

test.describe('an admin', () => {
  test('finds a private record, hides and erases records', async ({ login }) => {
    const [hidden, shown] = [await saveRecord(login, 'private'), await saveRecord(login, 'public')]
    const page = await openAccount(login, ADMIN)
    await openPane(page, 'All records')
    await find(page, hidden)
    const row = records(page).getByRole('listitem')
    await expect(row).toHaveText(/^nellyPrivate\d+Tokyo, JapanLast saved · /)
    await expect(row.getByRole('button')).toHaveText(['Erase'])

    // Both are called nelly, but only one of them is listed.
    await find(page, 'nel')
    await expect(row.filter({ hasText: hidden })).toHaveCount(0)
    await find(page, shown)
    await expect(records(page).getByRole('status').filter({ hasText: '1 person found' })).toBeAttached()
    await button(page, 'Hide nelly').click()
    await expect(page.getByText('nelly is private now.')).toBeVisible()
    await expect.poll(() => focusedName(page)).toMatch(/^Undo/)
    await expect(row).toContainText('Private')
    expect(await statusOf(login, shown)).toBe(404)
    await page.keyboard.press('Enter')
    await expect(row).toContainText('Public')
    await expect(page.getByText('nelly is private now.')).toHaveCount(0)
    expect(await statusOf(login, shown)).toBe(200)
    await button(page, 'Unlist nelly').click()
    await expect(row).toContainText('Unlisted')

    await button(page, 'Erase nelly').click()
    const question = page.getByRole('alertdialog', { name: 'Erase nelly’s record?' })
    await expect(question).toContainText(`hours and visibility of nelly (${shown}) will be deleted`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => focusedName(page)).toBe('Erase nelly')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Erase' }).click()
    await expect(records(page).getByText('Erased: nelly.')).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect.poll(() => focusedName(page)).toBe('All records')
    expect(await statusOf(login, shown)).toBe(404)
    await find(page, shown)
    await expect(records(page).getByText('No record found.')).toBeVisible()
  })

  test('does all of it with the keyboard, and is told what fails', async ({ login }) => {
    const id = await saveRecord(login, 'unlisted')
    const page = await openAccount(login, ADMIN)
    await tabTo(page, 'All records')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedName(page)).toBe('All records')
    await page.getByLabel('Name or user ID').focus()
    await page.keyboard.type(`<@${id}>`)
    await page.keyboard.press('Enter')
    await expect(button(page, 'Hide nelly')).toBeVisible()
    await page.route('**/v1/visibility', (route) => route.abort())
    await tabTo(page, 'Hide nelly')
    await page.keyboard.press('Enter')
    await expect(records(page).getByRole('alert')).toContainText('can’t be reached')
    await page.unroute('**/v1/visibility')
    await page.keyboard.press('Enter')
    await expect(records(page).getByRole('listitem')).toContainText('Private')

    await page.route('**/v1/get?*', (route) => route.abort())
    await find(page, '12')
    await expect(records(page).getByRole('alert')).toBeVisible()
    await page.unroute('**/v1/get?*')
    await records(page).getByRole('button', { name: 'Try again' }).click()
    await expect(records(page).getByRole('alert')).toHaveCount(0)
  })
})

test('anyone else sees nothing of it, and the service refuses what they send by hand', async ({ login }) => {
  const id = await saveRecord(login, 'private')
  const page = await openAccount(login, '515151')
  await expect(page.getByRole('navigation', { name: 'Account' }).getByRole('link')).toHaveText([
    'Devices',
    'Data',
  ])
  for (const [method, path, body] of ROUTES) {
    const status = await page.evaluate(
      async ({ method, path, text }) => {
        const headers = { 'registry-act-as': 'admin', ...(text && { 'content-type': 'application/json' }) }
        return (await fetch(path, { method, headers, ...(text && { body: text }) })).status
      },
      { method, path: path.replace('ID', id), text: body && JSON.stringify(body).replace('ID', id) },
    )
    expect([method, path, status]).toEqual([method, path, 403])
  }
})

function records(page: Page) {
  return page.getByRole('region', { name: 'All records' })
}

async function find(page: Page, wanted: string): Promise<void> {
  await page.getByLabel('Name or user ID').fill(wanted)
  await button(page, 'Find').click()
}

/** Saves somebody's record as they do. Resolves to their id. */
async function saveRecord(site: LoginSite, visibility: string): Promise<string> {
  const id = String(Math.floor(Math.random() * 1e15))
  site.discord.user = { id, username: 'nelly' }
  const page = await site.visit('/auth/discord?redirect=/favicon.svg')
  const data = { timezone: 'Asia/Tokyo', visibility }
  const saved = await page.request.post('/v1/set', { data, headers: { origin: site.address } })
  expect(saved.status()).toBe(200)
  return id
}

/** What a stranger gets. */
async function statusOf({ client }: LoginSite, id: string): Promise<number> {
  return (await client.getTimezone({ query: { id } })).status
}

async function openAccount(site: LoginSite, id: string): Promise<Page> {
  site.discord.user = { id, username: 'nelly' }
  const page = await site.visit('/auth/discord?redirect=/account')
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible()
  return page
}
