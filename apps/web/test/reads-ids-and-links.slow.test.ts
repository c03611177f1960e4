import { expect, test } from './fixtures.ts'
import {
  addPeople,
  button,
  fillIn,
  focusedName,
  row,
  searchOf,
  showsSaved,
  storedPeople,
} from './page-actions.ts'

test.describe('ids', () => {
  test('are added without the direction marks that were copied with them', async ({ open }) => {
    const page = await open.visit('/?ids=2,3')
    await addPeople(page, '\u202a4\u202c \u0007')
    await expect(row(page, 'Sione').getByText('Auckland')).toBeVisible()
    await expect(row(page, 'Aarav').getByText('Kolkata')).toBeVisible()
    await expect.poll(() => storedPeople(page)).toEqual(['2', '3', '4'])
  })

  test('that are too long are refused at the field, which keeps them', async ({ open }) => {
    const page = await open.visit('/?ids=2,3')
    const field = page.getByLabel('Add people')
    await field.fill('x'.repeat(300))
    await button(page, 'Add').click()
    await expect(page.getByText('Each user ID must have 1 to 255 characters')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(await field.inputValue()).toHaveLength(300)
    await expect.poll(() => focusedName(page)).toBe('Add people')
    await expect(row(page, 'Aarav').getByText('Kolkata')).toBeVisible()
    await expect.poll(() => searchOf(page)).toBe('?ids=2,3')
    // A third id is refused only while it is in the field.
    await field.fill('4')
    await button(page, 'Add').click()
    await expect(row(page, 'Sione').getByText('Auckland')).toBeVisible()
  })

  test('that are none are refused, where they are added and where they are saved', async ({ open }) => {
    const page = await open.visit('/?ids=2')
    const field = page.getByLabel('Add people')
    for (const text of ['<@&80351110224678912>', 'https://discord.com/channels/1/2', '@nobody!!']) {
      await field.fill(text)
      await button(page, 'Add').click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveValue(text)
    }
    await field.fill(`${open.address}/u/6 ${open.address}/?ids=3,4`)
    await expect(field).toHaveAttribute('aria-invalid', 'false')
    await button(page, 'Add').click()
    await expect.poll(() => storedPeople(page)).toEqual(['2', '6', '3', '4'])
    await page.goto('/?name=Raid&ids=2,<@%265>,https://x.test/u/3')
    await expect(page.getByRole('list', { name: 'Local times' }).getByRole('listitem')).toHaveCount(1)

    await page.goto('/')
    await fillIn(page, { userId: '@nelly!!', username: 'nelly' })
    await button(page, 'Save').click()
    await expect(page.getByLabel('Your user ID or name')).toHaveAttribute('aria-invalid', 'true')
    await expect.poll(() => focusedName(page)).toBe('Your user ID or name')
    await fillIn(page, { userId: '<@57>', username: 'nelly' })
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly is in Berlin.')).toBeVisible()
    expect((await open.client.getTimezone({ query: { id: '57' } })).status).toBe(200)
  })

  for (const path of ['/', '/meet'])
    test(`that cannot exist are dropped from a link to ${path}`, async ({ open }) => {
      const page = await open.visit(`${path}?ids=2,3,%00,%E2%80%AA,${'x'.repeat(300)}`)
      const names = page.locator('.meet-name, [aria-label="Local times"]')
      for (const name of ['Aarav', 'Maya']) await expect(names.getByText(name).first()).toBeVisible()
      await expect(page.getByText('couldn’t be checked')).toHaveCount(0)
    })

  test('and names are saved without direction marks', async ({ open }) => {
    const page = await open.visit()
    await fillIn(page, { userId: '\u202a56\u202c', username: '\u2067Nadia\u2069' })
    await button(page, 'Save').click()
    await showsSaved(page, 'Berlin')
    await page.goto('/?ids=2')
    await page.getByLabel('Add people').fill('\u202anadia\u202c')
    await expect(page.getByRole('option', { name: 'Nadia' })).toBeVisible()
  })
})

test('a link that was cut within an escape shows people whose ids are whole, or that there is no clock', async ({
  open,
}) => {
  const page = await open.visit('/?ids=2,%E0%A4%A')
  await expect(row(page, 'Aarav').getByText('Kolkata')).toBeVisible()
  await expect(page.locator('[aria-label="Local times"] > li')).toHaveCount(1)
  for (const path of ['/u/%E0%A4%A', '/pepole%E0']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'There’s no clock here' })).toBeVisible()
  }
})
