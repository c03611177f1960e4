import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'
import { savePeople } from './page-actions.ts'
import { row } from './people-setup.ts'

describe.skipIf(browserMissing !== undefined)('a link that was cut within an escape', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    await savePeople(browser.address, [['2', 'Aarav', 'Asia/Kolkata']])
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test('to a person shows that there is no clock', async () => {
    const { page, complaints } = await browser.openPage({ path: '/u/%E0%A4%A' })
    await page.getByRole('heading', { name: 'There’s no clock here' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('to people shows those whose ids are whole', async () => {
    const { page, complaints } = await browser.openPage({ path: '/people?ids=2,%E0%A4%A' })
    await row(page, 'Aarav').getByText('Kolkata').waitFor()
    expect(await page.locator('[aria-label="Local times"] li').count()).toBe(2)
    expect(complaints).toEqual([])
  })

  test('to nowhere shows that there is no such page', async () => {
    const { page, complaints } = await browser.openPage({ path: '/pepole%E0' })
    await page.getByRole('heading', { name: 'This page doesn’t exist' }).waitFor()
    expect(complaints).toEqual([])
  })
})
