import { expect, test } from './fixtures.ts'
import { focusedName, removePerson, row } from './page-actions.ts'
import { timesOf } from './shown-answers.ts'

test.describe('people', () => {
  test('are added by id, with no error shown, where the registry does not allow a search', async ({
    open,
  }) => {
    const page = await open.visit('/')
    let searches = 0
    await page.route('**/v1/search*', (route) => {
      searches += 1
      return route.fulfill({ status: 403, json: { code: 'forbidden' } })
    })
    await page.getByLabel('Add people').fill('long')
    await expect.poll(() => searches).toBe(1)
    await expect(page.getByRole('option', { name: /^www/ })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(row(page, 'www')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('are ordered by their local time, with a warning in the week before a clock change', async ({
    open,
  }) => {
    const page = await open.visit('/?ids=2,4,3', { now: '2026-10-30T12:00Z' })
    await expect(row(page, 'Maya').getByText('Clocks go back on 1 November')).toBeVisible()
    await expect(row(page, 'Sione')).toBeVisible()
    const names = page.getByRole('list', { name: 'Local times' }).locator('.row-name')
    await expect(names).toHaveText(['Maya', 'Aarav', 'Sione'])
    await expect(page.locator('.people-list').getByText('Clocks go')).toHaveCount(1)
  })

  test('are looked up in two requests when there are two hundred', async ({ open }) => {
    const ids = Array.from({ length: 200 }, (_, index) => `${1000 + index}`)
    const page = await open.visit('/privacy')
    const asked: number[] = []
    await page.route('**/v1/time*', (route) => {
      const wanted = new URL(route.request().url()).searchParams.get('ids')?.split(',') ?? []
      asked.push(wanted.length)
      return route.fulfill({ json: timesOf(wanted) })
    })
    await page.goto(`/?ids=${ids}`)
    const rows = page.getByRole('list', { name: 'Local times' }).locator('.ribbon')
    await expect(rows).toHaveCount(200)
    expect(asked).toEqual([100, 100])
  })

  test('moves the focus to the neighbour when a person is removed', async ({ open }) => {
    const page = await open.visit('/?ids=3,2')
    await expect(page.getByText('Aarav').first()).toBeVisible()
    await removePerson(page, 'Maya')
    await expect.poll(() => focusedName(page)).toBe('Options for Aarav')
    await removePerson(page, 'Aarav')
    await expect(page.getByText('Aarav removed.')).toBeVisible()
  })

  test('lists the reader above only, even if their own id is among the people', async ({ open }) => {
    const stored = { draft: { userId: '6', username: 'Kenji' } }
    const page = await open.visit('/?ids=6,3', { stored })
    const rows = page.getByRole('list', { name: 'Local times' }).getByRole('listitem')
    await expect(rows).toHaveText([/Maya/])
  })
})
