import type { Page } from '@playwright/test'
import { expect, type LoginSite, test } from './fixtures.ts'
import {
  answer,
  button,
  dialog,
  hold,
  pickZone,
  savedRecord,
  saveElsewhere,
  showsSaved,
  visitSignedIn,
  visitWithRecord,
} from './page-actions.ts'

const NO_STREAM = { answers: { '/v1/events': undefined } }

test.describe('a save', () => {
  test('leaves a zone that is chosen while it is pending', async ({ open }) => {
    const stored = { draft: { userId: 'pending', username: 'nelly' } }
    const page = await open.visit('/', { stored })
    await pickZone(page, 'lisbon', 'Lisbon')
    const goOn = await holdSave(page)
    await button(page, 'Save').click()
    await expect(button(page, 'Saving…')).toBeVisible()
    await pickZone(page, 'tokyo', 'Tokyo')
    await goOn()
    await expect(page.getByText('Saved: nelly is in Lisbon.')).toBeVisible()
    await expect(page.getByTestId('chosen-zone')).toHaveText('Tokyo')
    await page.reload()
    await expect(page.getByTestId('chosen-zone')).toHaveText('Tokyo')
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly is in Tokyo.')).toBeVisible()
  })

  test('also one that was saved before', async ({ open }) => {
    await saveElsewhere(open, 'back', 'Europe/Berlin')
    const stored = { draft: { userId: 'back', username: 'nelly' } }
    const page = await open.visit('/', { stored })
    await showsSaved(page, 'Berlin')
    await pickZone(page, 'lisbon', 'Lisbon')
    const goOn = await holdSave(page)
    await button(page, 'Save').click()
    await pickZone(page, 'berlin', 'Berlin')
    await goOn()
    await expect(page.getByText('Saved: nelly is in Lisbon.')).toBeVisible()
    await expect(page.getByTestId('chosen-zone')).toHaveText('Berlin')
    await expect(page.locator('.hero').getByText('Your choice')).toBeVisible()
  })

  test('that is refused asks in whichever view the reader is by then', async ({ open }) => {
    await saveElsewhere(open, 'gone-on', 'Europe/Berlin')
    const stored = { draft: { userId: 'gone-on', username: 'nelly' } }
    const page = await open.visit('/', { stored, ...NO_STREAM })
    await showsSaved(page, 'Berlin')
    await pickZone(page, 'lisbon', 'Lisbon')
    await saveElsewhere(open, 'gone-on', 'Asia/Tokyo')
    const goOn = await holdSave(page)
    await button(page, 'Save').click()
    await page.getByRole('link', { name: 'Everyone' }).click()
    await expect(page.getByRole('heading', { name: 'Everyone' })).toBeVisible()
    await goOn()
    await expect(dialog(page).getByText('It’s Tokyo now. Save Lisbon anyway?')).toBeVisible()
    await answer(page, 'Save anyway')
    await expect(page.getByText('Saved: nelly is in Lisbon.')).toBeVisible()
  })

  test('of a deletion is said for a while only', async ({ open }) => {
    await saveElsewhere(open, 'left', 'Europe/Berlin')
    const stored = { draft: { userId: 'left', username: 'nelly' } }
    const page = await open.visit('/account', { stored, before: (page) => page.clock.install() })
    await expect(savedRecord(page).getByText('Europe/Berlin')).toBeVisible()
    await button(page, 'Delete').click()
    await answer(page, 'Delete')
    await expect(page.getByText('Deleted.')).toBeVisible()
    await page.clock.runFor(12_000)
    await expect(page.getByText('Deleted.')).toHaveCount(0)
  })
})

test('another person who signs in in another tab gets nothing that the first one has chosen and not saved', async ({
  login,
}) => {
  const page = await visitSignedIn(login)
  await pickZone(page, 'lisbon', 'Lisbon')
  await signInAsSomebodyElse(login, page)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await page.reload()
  await expect(page.getByText('Signed in as Kenji')).toBeVisible()
  await expect(page.getByTestId('chosen-zone')).toHaveText('Berlin')
  await expect(page.locator('.hero').getByText('You seem to be in')).toBeVisible()
})

test('availability that was not touched cannot be saved, and an empty week only after a question', async ({
  login,
}) => {
  const page = await visitWithRecord(login, '/account/availability')
  const id = login.discord.user.id
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const writes: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.headers()['if-match'])
  })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await save.click({ force: true })
  await button(page, 'Usual hours').click()
  await button(page, 'Clear').click()
  await save.click()
  await answer(page, 'Cancel')
  expect(writes).toEqual([])
  expect((await login.client.getTimes({ query: { ids: id } })).body).toMatchObject({
    users: { [id]: { availability: null } },
  })
  await save.click()
  await answer(page, 'Save anyway')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(writes).toEqual([expect.stringMatching(/^(W\/)?"|^\*$/)])
})

/** Holds the next save back. Returns what lets it go on. */
async function holdSave(page: Page): Promise<() => Promise<void>> {
  const release = await hold(page, '**/v1/set')
  return async () => {
    release()
    await page.waitForResponse('**/v1/set')
    await page.unroute('**/v1/set')
  }
}

async function signInAsSomebodyElse({ discord }: LoginSite, page: Page): Promise<void> {
  discord.user = { id: `${discord.user.id}0`, username: 'Kenji' }
  const other = await page.context().newPage()
  await other.goto('/auth/discord?redirect=/')
  await expect(other.getByText('Signed in as Kenji')).toBeVisible()
}
