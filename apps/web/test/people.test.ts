import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing } from './open-browser.ts'
import { button, focusedName, openAt, tabTo } from './page-actions.ts'
import { openWithPeople, row } from './people-setup.ts'

describe.skipIf(browserMissing !== undefined)('people', () => {
  let browser: Awaited<ReturnType<typeof openWithPeople>>
  beforeAll(async () => {
    browser = await openWithPeople()
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test('are added by their ids, shown with their time beside mine, kept in the address, and removed', async () => {
    const { page, complaints } = await browser.openPage({ path: '/people', timezoneId: 'Asia/Tokyo' })
    await page.getByText('Who are your people?').waitFor()
    await page.getByLabel('Add people').fill('in, <@80351110224678912> nobody')
    await button(page, 'Add').click()
    await row(page, 'Aarav').getByText('3 h 30 behind').waitFor()
    await row(page, 'Noor')
      .getByText(/^(awake|winding down|asleep)/)
      .waitFor()
    await row(page, 'Noor').getByText('Kathmandu, Nepal · 3 h 15 behind').waitFor()
    await row(page, 'nobody').getByText('no saved time zone').waitFor()
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,80351110224678912,nobody')

    await page.reload()
    await row(page, 'Aarav').waitFor()
    await button(page, 'Remove nobody').click()
    await row(page, 'nobody').waitFor({ state: 'detached' })
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,80351110224678912')
    expect(complaints).toEqual([])
  })

  test('who were removed come back by Undo', async () => {
    const { page } = await browser.openPage({ path: '/people?ids=in,ny' })
    await button(page, 'Remove Aarav').click()
    await row(page, 'Aarav').waitFor({ state: 'detached' })
    await page.getByText('Aarav removed.').waitFor()
    await button(page, 'Undo').click()
    await row(page, 'Aarav').waitFor()
    expect(await focusedName(page)).toMatch(/^People/)
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,ny')
  })

  test('are found by the beginning of their name, with the pointer or the keyboard', async () => {
    const { page, complaints } = await browser.openPage({ path: '/people' })
    await page.getByLabel('Add people').fill('aar')
    await page.getByRole('option', { name: 'Aarav Kolkata, India' }).click()
    await row(page, 'Aarav').waitFor()
    await page.getByLabel('Add people').fill('may')
    await page.getByRole('option', { name: 'Maya' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await row(page, 'Maya').waitFor()
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?ids=in,ny')
    expect(complaints).toEqual([])
  })

  test('are added by id, with no error shown, where the registry does not allow a search', async () => {
    const { page } = await browser.openPage({ path: '/people' })
    let searches = 0
    await page.route('**/v1/search*', (route) => {
      searches += 1
      return route.fulfill({ status: 403, json: { code: 'forbidden' } })
    })
    await page.getByLabel('Add people').pressSequentially('nz')
    await expect.poll(() => searches).toBe(1)
    expect(await page.locator('.suggestion').count()).toBe(0)
    await page.keyboard.press('Enter')
    await row(page, 'Sione').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('are shown at another time by dragging the line or by its slider, until Now', async () => {
    const { page } = await openAt(browser, { now: '2026-11-23T13:12Z', path: '/people?ids=ny,in' })
    const time = (name: string) => row(page, name).locator('.person-time').textContent()
    await expect.poll(() => time('Maya')).toMatch(/^8:12awake$/)
    await page.getByText('3 awake').waitFor()

    const slider = page.getByRole('slider', { name: 'Time shown' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => time('Maya')).toMatch(/^8:15awake$/)
    await page.keyboard.press('Home')
    await expect.poll(() => time('Maya')).toMatch(/^20:15awake · yesterday$/)
    await page.getByText('1 awake · 2 asleep').waitFor()
    await button(page, 'Now').click()
    await expect.poll(() => time('Maya')).toMatch(/^8:12awake$/)

    const band = await row(page, 'Aarav').locator('.person-sky').boundingBox()
    if (band === null) throw new Error('No band is shown')
    await page.mouse.move(band.x + band.width / 2, band.y + 5)
    await page.mouse.down()
    await page.mouse.move(band.x + band.width * 0.75, band.y + 5)
    await page.mouse.up()
    await expect.poll(() => time('Aarav')).toMatch(/^0:45asleep · tomorrow$/)
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('20:15')
  })

  test('are ordered by their local time, with a warning in the week before a clock change', async () => {
    const { page } = await openAt(browser, { now: '2026-10-30T12:00Z', path: '/people?ids=in,nz,ny' })
    await row(page, 'Maya').getByText('clocks go back on Sunday').waitFor()
    await row(page, 'Sione').waitFor()
    const names = page.getByRole('list', { name: 'Local times' }).locator('.person-name p:first-child')
    expect(await names.allTextContents()).toEqual(['Maya', 'Me', 'Aarav', 'Sione'])
    expect(await page.getByText('clocks go').count()).toBe(1)
  })

  test('can be added and compared with the keyboard alone', async () => {
    const { page } = await browser.openPage()
    await page.getByRole('link', { name: 'People' }).waitFor()
    await tabTo(page, 'People')
    await page.keyboard.press('Enter')
    await page.getByLabel('Add people').waitFor()
    await page.getByText('Who are your people?').waitFor()
    await tabTo(page, 'Add people')
    await page.keyboard.type('ny')
    await page.keyboard.press('Enter')
    await row(page, 'Maya').waitFor()
    await tabTo(page, 'Time shown')
    await page.keyboard.press('Home')
    await tabTo(page, 'Find a time to meet')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Find a time to meet' }).waitFor()
    await tabTo(page, 'Time')
    await page.keyboard.press('Home')
    await page.waitForURL(/at=/)
    await tabTo(page, 'Copy as text')
  })
})
