import { expect, test } from './fixtures.ts'
import { button, removePerson, row } from './page-actions.ts'

test.describe('a list of people', () => {
  test('form groups, which are kept, travel as a link, and can be deleted', async ({ open }) => {
    const page = await open.visit('/people?ids=2,3')
    await button(page, 'Save as group').click()
    await page.getByLabel('Group name').fill('Raid team')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Raid team' })).toBeAttached()
    expect(new URL(page.url()).search).toBe('?name=Raid+team&ids=2%2C3')
    await page.getByRole('link', { name: 'My people' }).click()
    await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeAttached()
    await page.getByRole('link', { name: 'Raid team' }).click()
    await expect(row(page, 'Aarav')).toBeVisible()

    const friend = await open.visit('/people?name=Raid+team&ids=2,3')
    await expect(friend.getByRole('heading', { name: 'Raid team' })).toBeAttached()
    await expect(friend.getByText('This group was shared with you.')).toBeVisible()
    await button(friend, 'Keep it').click()
    await friend.goto('/people')
    await expect(friend.getByRole('link', { name: 'Raid team' })).toBeVisible()

    await button(page, 'More about Raid team').click()
    await button(page, 'Rename group').click()
    await page.getByLabel('Group name').fill('Raiders')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Raiders' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('link', { name: 'Raid team' })).toHaveCount(0)
    await button(page, 'More about Raiders').click()
    await button(page, 'Delete group').click()
    await expect(page.getByText('Group Raiders deleted.')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(page.getByRole('link', { name: 'Raiders' })).toBeVisible()
  })

  test('have names that only the reader sees, which are kept', async ({ open }) => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await open.visit('/people?ids=2,3', { permissions })
    const field = page.getByLabel('Name only you see').filter({ visible: true })
    await button(page, 'More about Maya').click()
    await field.fill('Sis')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Sis')).toBeVisible()
    await button(page, 'More about Aarav').click()
    await field.fill('Somebody else')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(row(page, 'Aarav')).toBeVisible()
    await page.reload()
    await expect(row(page, 'Sis')).toBeVisible()
    await button(page, 'Share').click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe(`${open.address}/?ids=2%2C3`)

    await page.getByRole('link', { name: 'Find a time' }).click()
    await expect(page.locator('.meet-row', { hasText: 'Sis' })).toBeVisible()
    await button(page, '7 formats, text, more').click()
    await button(page, 'Copy as text').click()
    await expect.poll(copied).toMatch(/ – Maya \(New York\)/)
    expect(await copied()).not.toContain('Sis')

    await page.goto('/')
    await button(page, 'More about Sis').click()
    await field.fill('')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Maya')).toBeVisible()
  })

  test('of one’s own list stay when somebody else’s link or an older tab is changed', async ({ open }) => {
    const page = await open.visit('/people?ids=2')
    const stored = () => page.evaluate(() => localStorage.getItem('timezone-registry:people'))
    await expect(row(page, 'Aarav')).toBeVisible()
    await page.goto('/people?ids=3')
    await expect(row(page, 'Maya')).toBeVisible()
    await page.getByLabel('Add people').fill('4')
    await button(page, 'Add').click()
    await expect(row(page, 'Sione')).toBeVisible()
    expect(await stored()).toBe('["2","4"]')

    await page.goto('/')
    await expect(row(page, 'Sione')).toBeVisible()
    const tab = await page.context().newPage()
    await tab.goto('/u/3')
    await button(tab, 'Add to my people').click()
    await removePerson(page, 'Sione')
    expect(await stored()).toBe('["2","3"]')
  })

  test('has somebody back after Undo, on the next visit too', async ({ open }) => {
    const page = await open.visit('/people?ids=2,3')
    await removePerson(page, 'Maya')
    await button(page, 'Undo').click()
    await expect(row(page, 'Maya')).toBeVisible()
    await page.goto('/people')
    await expect(row(page, 'Maya')).toBeVisible()
  })

  for (const problem of ['full', 'blocked'])
    test(`stay from view to view where the storage is ${problem}`, async ({ open }) => {
      const page = await open.visit('/favicon.svg')
      await page.addInitScript((kind) => {
        const refuse = () => {
          throw new DOMException('No storage', 'QuotaExceededError')
        }
        if (kind === 'full') Storage.prototype.setItem = refuse
        else Object.defineProperty(window, 'localStorage', { get: refuse })
      }, problem)
      await page.goto('/people')
      await page.getByLabel('Add people').fill('2')
      await button(page, 'Add').click()
      await expect(row(page, 'Aarav')).toBeVisible()
      await page.getByRole('link', { name: 'Everyone' }).click()
      await page.getByRole('link', { name: 'Now', exact: true }).click()
      await expect(row(page, 'Aarav')).toBeVisible()
    })

  test('keeps the list of people across views and visits', async ({ open }) => {
    const page = await open.visit('/people')
    await page.getByLabel('Add people').fill('3')
    await button(page, 'Add').click()
    await expect(page.getByText('Maya').first()).toBeVisible()
    await page.getByRole('link', { name: 'Everyone' }).click()
    await page.getByRole('link', { name: 'Now' }).click()
    await expect(page.getByText('Maya').first()).toBeVisible()
    await page.goto('/people')
    await expect(page.getByText('Maya').first()).toBeVisible()
  })
})
