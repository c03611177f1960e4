import type { Page } from '@playwright/test'
import { expect, type Site, test } from './fixtures.ts'
import {
  answer,
  button,
  dialog,
  fillIn,
  focusedName,
  pickZone,
  savedRecord,
  saveElsewhere,
  showsSaved,
} from './page-actions.ts'

test.describe('a record that was changed elsewhere', () => {
  test('is replaced only after a confirmation', async ({ open }) => {
    const page = await openWithBerlin(open, 'changed')
    await pickZone(page, 'lisbon', 'Lisbon')
    await saveElsewhere(open, 'changed', 'Asia/Tokyo')
    await button(page, 'Save').click()
    await expect(dialog(page).getByText('It’s Tokyo now. Save Lisbon anyway?')).toBeVisible()
    expect(await zoneOf(open, 'changed')).toBe('Asia/Tokyo')

    // Escape decides nothing: the choice stays.
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByTestId('chosen-zone')).toHaveText('Lisbon')
    await expect.poll(() => focusedName(page)).toBe('Save')

    await saveElsewhere(open, 'changed', 'Asia/Seoul')
    await button(page, 'Save').click()
    await answer(page, 'Save anyway')
    await expect(page.getByText('Saved: nelly is in Lisbon.')).toBeVisible()
    expect(await zoneOf(open, 'changed')).toBe('Europe/Lisbon')
  })

  test('stays and is shown if the reader keeps it', async ({ open }) => {
    const page = await openWithBerlin(open, 'kept')
    await pickZone(page, 'lisbon', 'Lisbon')
    await saveElsewhere(open, 'kept', 'Asia/Tokyo')
    await button(page, 'Save').click()
    await answer(page, 'Keep Tokyo')
    await expect(page.getByTestId('chosen-zone')).toHaveText('Tokyo')
    await showsSaved(page, 'Tokyo')
    await expect.poll(() => focusedName(page)).toBe('Change')
    expect(await zoneOf(open, 'kept')).toBe('Asia/Tokyo')
  })

  test('is deleted only after a confirmation', async ({ open }) => {
    const page = await openWithBerlin(open, 'deleting')
    await page.goto('/account')
    await expect(savedRecord(page).getByText('Europe/Berlin')).toBeVisible()
    await saveElsewhere(open, 'deleting', 'Asia/Tokyo')
    await button(page, 'Delete').click()
    await answer(page, 'Delete')
    await expect(dialog(page).getByText('It’s Tokyo now. Delete it anyway?')).toBeVisible()
    expect(await zoneOf(open, 'deleting')).toBe('Asia/Tokyo')
    await answer(page, 'Delete anyway')
    await expect(page.getByText('Deleted.')).toBeVisible()
    expect(await zoneOf(open, 'deleting')).toBeUndefined()
    // What was deleted is what comes back.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(savedRecord(page).getByText('Asia/Tokyo')).toBeVisible()
  })

  test('is not replaced by Undo', async ({ open }) => {
    const page = await openWithBerlin(open, 'undone')
    await page.goto('/account')
    await button(page, 'Delete').click()
    await answer(page, 'Delete')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await saveElsewhere(open, 'undone', 'Asia/Tokyo')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog(page).getByText('It’s Tokyo now. Save Berlin anyway?')).toBeVisible()
    await answer(page, 'Keep Tokyo')
    await expect(savedRecord(page).getByText('Asia/Tokyo')).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Your entry')
    expect(await zoneOf(open, 'undone')).toBe('Asia/Tokyo')
  })

  test('and was deleted is saved again only after a confirmation', async ({ open }) => {
    const page = await openWithBerlin(open, 'gone')
    await pickZone(page, 'lisbon', 'Lisbon')
    await deleteElsewhere(open, 'gone')
    await button(page, 'Save').click()
    await expect(dialog(page).getByText('This record was deleted elsewhere')).toBeVisible()
    expect(await zoneOf(open, 'gone')).toBeUndefined()
    await answer(page, 'Save anyway')
    await expect(page.getByText('Saved: nelly is in Lisbon.')).toBeVisible()

    await page.goto('/account')
    await expect(savedRecord(page).getByText('Europe/Lisbon')).toBeVisible()
    await deleteElsewhere(open, 'gone')
    await button(page, 'Delete').click()
    await answer(page, 'Delete')
    await expect(page.getByText('There was nothing to delete.')).toBeVisible()
  })

  test('to the same zone is saved without a question', async ({ open }) => {
    const page = await openWithBerlin(open, 'same')
    await pickZone(page, 'lisbon', 'Lisbon')
    await saveElsewhere(open, 'same', 'Europe/Lisbon')
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly is in Lisbon.')).toBeVisible()
  })

  test('is not replaced by a save of somebody who has not said yet who they are; the save adds no read', async ({
    open,
  }) => {
    await saveElsewhere(open, 'unseen', 'Asia/Tokyo')
    const page = await open.visit()
    const reads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v1/get?id=unseen')) reads.push(request.url())
    })
    await page.route('**/v1/get?id=unseen', (route) => route.abort())
    await fillIn(page, { userId: 'unseen', username: 'nelly' })
    const saving = page.waitForRequest((request) => request.method() === 'POST')
    await button(page, 'Save').click()
    expect((await saving).headers()['if-none-match']).toBe('*')
    await expect(dialog(page).getByText('Are you nelly?')).toBeVisible()
    await expect(dialog(page).getByText('This ID belongs to nelly, in Tokyo.')).toBeVisible()
    expect(await zoneOf(open, 'unseen')).toBe('Asia/Tokyo')
  })
})

const deleteElsewhere = ({ client }: Site, user_id: string) => client.deleteTimezone({ query: { user_id } })

async function zoneOf({ client }: Site, id: string): Promise<string | undefined> {
  const response = await client.getTimezone({ query: { id } })
  return response.status === 200 ? response.body.timezone : undefined
}

/** The page with a record in Berlin, without live changes: it sees a change elsewhere only when it makes a request. */
async function openWithBerlin(open: Site, userId: string): Promise<Page> {
  await saveElsewhere(open, userId, 'Europe/Berlin')
  const stored = { draft: { userId, username: 'nelly' } }
  const page = await open.visit('/', { answers: { '/v1/events': undefined }, stored })
  await showsSaved(page, 'Berlin')
  return page
}
