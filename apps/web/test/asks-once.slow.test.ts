import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { addPeople, button, fillIn, row, saveElsewhere, showsSaved } from './page-actions.ts'
import { isControlled, keptPeople } from './worker-state.ts'

test.describe('the page asks', () => {
  test('for its settings and clocks once on a first visit', async ({ open }) => {
    const page = await open.visit('/favicon.svg', { serviceWorkers: 'allow' })
    const asked = requestsOf(page)
    await page.goto('/?ids=3')
    await expect(row(page, 'Maya')).toBeVisible()
    await isControlled(page)
    await page.getByRole('link', { name: 'Meet', exact: true }).first().click()
    await expect(page.locator('.time-choice').first()).toBeVisible()
    expect(asked('/auth')).toHaveLength(1)
    expect(asked('/transitions')).toHaveLength(1)
  })

  test('for one person when one of many has changed', async ({ open }) => {
    const move = (timezone: string) => saveElsewhere(open, 'one', timezone, 'Tane')
    await move('Pacific/Auckland')
    const page = await open.visit('/favicon.svg')
    const asked = requestsOf(page)
    const followed = page.waitForResponse('**/v1/events*')
    await page.goto('/?ids=2,3,6,one')
    await expect(row(page, 'Tane').getByText('Auckland')).toBeVisible()
    await followed
    await move('Pacific/Apia')
    await expect(row(page, 'Tane').getByText('Apia')).toBeVisible()
    expect(asked('/time')).toEqual(['ids=2,3,6,one', 'ids=one'])
  })

  test('for nobody but the one who was added', async ({ open }) => {
    const page = await open.visit('/favicon.svg')
    const asked = requestsOf(page)
    await page.goto('/?ids=3')
    await expect(row(page, 'Maya')).toBeVisible()
    await addPeople(page, '6')
    await expect(row(page, 'Kenji')).toBeVisible()
    expect(asked('/time')).toEqual(['ids=3', 'ids=6'])
  })

  test('at most once for what it has saved itself', async ({ open }) => {
    const page = await open.visit('/?ids=3', { follows: true })
    await expect(row(page, 'Maya')).toBeVisible()
    await fillIn(page, { userId: 'own-save', username: 'nelly' })
    const asked = requestsOf(page)
    await button(page, 'Save').click()
    await showsSaved(page, 'Berlin')
    // By then, the change has come back as an event.
    await saveElsewhere(open, '3', 'America/New_York', 'Maya')
    await expect.poll(() => asked('/time')).toContain('ids=3')
    expect(asked('/get').length).toBeLessThanOrEqual(1)
    expect(asked('/time').filter((ids) => ids.includes('own-save')).length).toBeLessThanOrEqual(1)
  })
})

test('without an answer, people stay in their last known rows, which say so, and it is said once', async ({
  open,
}) => {
  const page = await open.visit('/?ids=3,6')
  await expect(row(page, 'Maya')).toBeVisible()
  await expect.poll(() => keptPeople(page)).toEqual(['3', '6'])
  await page.route('**/v1/time*', (route) => route.fulfill({ status: 503, json: PROBLEM }))
  await page.reload()
  await expect(row(page, 'Maya').getByText(/New York.* · couldn’t be checked/)).toBeVisible()
  await expect(row(page, 'Kenji').getByText('Tokyo')).toBeVisible()
  await expect(page.getByText('without a time zone')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(1)
})

const PROBLEM = { code: 'unavailable', message: 'Unavailable' }

/** The queries of the requests to a path from now on. */
function requestsOf(page: Page): (path: string) => string[] {
  const urls: URL[] = []
  page.context().on('request', (request) => urls.push(new URL(request.url())))
  return (path) =>
    urls
      .filter(({ pathname }) => pathname === `/v1${path}`)
      .map(({ searchParams }) => decodeURIComponent(searchParams.toString()))
}
