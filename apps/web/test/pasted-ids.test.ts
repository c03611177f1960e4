import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, fillIn, focusedName, savedRecord, savePeople } from './page-actions.ts'
import { row } from './people-setup.ts'

describe.skipIf(browserMissing !== undefined)('ids', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    await savePeople(browser.address, [
      ['2', 'Aarav', 'Asia/Kolkata'],
      ['3', 'Maya', 'America/New_York'],
      ['55', 'Sione', 'Pacific/Auckland'],
    ])
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test('are added without the direction marks that were copied with them', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=2,3' })
    await page.getByLabel('Add people').fill('\u202a55\u202c \u0007')
    await button(page, 'Add').click()
    await row(page, 'Sione').getByText('Auckland').waitFor()
    await row(page, 'Aarav').getByText('Kolkata').waitFor()
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=2,3,55')
  })

  test('that are too long are refused at the field, which keeps them', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=2,3' })
    const field = page.getByLabel('Add people')
    await field.fill('x'.repeat(300))
    await button(page, 'Add').click()
    await page.getByText('Each user ID must have 1 to 255 characters').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.inputValue()).toHaveLength(300)
    expect(await focusedName(page)).toBe('Add people')
    await row(page, 'Aarav').getByText('Kolkata').waitFor()
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=2,3')
    // A third id is refused only while it is in the field.
    await field.fill('55')
    await button(page, 'Add').click()
    await row(page, 'Sione').getByText('Auckland').waitFor()
  })

  test.for([
    ['/people', 'a control character', '%00'],
    ['/people', '300 characters', 'x'.repeat(300)],
    ['/meet', 'a direction mark', '%E2%80%AA'],
    ['/meet', '300 characters', 'x'.repeat(300)],
  ] as const)('that cannot exist are dropped from a link to %s (%s)', async ([path, _, id]) => {
    const { page } = await browser.openPage({ path: `${path}?ids=2,3,${id}` })
    const names = page.locator('.meet-name, [aria-label="Local times"]')
    for (const name of ['Aarav', 'Maya']) await names.getByText(name).first().waitFor()
    expect(await page.getByText('couldn’t be checked').count()).toBe(0)
  })

  test('that cannot exist disappear from a stored list', async () => {
    const { page } = await browser.openPage({ path: '/privacy' })
    const stored = JSON.stringify(['2', '\u202a55\u202c', 'x'.repeat(300), '\u0007'])
    await page.evaluate((list) => localStorage.setItem('timezone-registry:people', list), stored)
    await page.goto(`${browser.address}/people`)
    await row(page, 'Sione').getByText('Auckland').waitFor()
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=2,55')
  })

  test('and names are saved without direction marks', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: '\u202a56\u202c', username: '\u2067Noor\u2069' })
    await button(page, 'Save').click()
    await savedRecord(page).waitFor()
    await page.goto(`${browser.address}/people?ids=2`)
    await page.getByLabel('Add people').fill('\u202anoor\u202c')
    await page.getByRole('option', { name: 'Noor' }).waitFor()
  })
})
