import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, savedRecord, signIn } from './page-actions.ts'

describe.skipIf(browserMissing !== undefined)(
  'somebody whose device is in another zone than the saved one',
  () => {
    let discord: Awaited<ReturnType<typeof startTestDiscord>>
    let browser: Awaited<ReturnType<typeof openBrowser>>
    beforeAll(async () => {
      discord = await startTestDiscord()
      browser = await openBrowser({ AUTH: 'required', ...discord.env })
    })
    afterAll(async () => {
      await browser?.[Symbol.asyncDispose]()
      await discord?.[Symbol.asyncDispose]()
    })

    /** Somebody new with Berlin saved, and their browser's storage, with which they travel. */
    async function saveBerlin(id: string) {
      discord.user = { id, username: 'nelly' }
      const { page } = await browser.openPage()
      await signIn(page)
      await button(page, 'Save').click()
      await savedRecord(page).getByText('Europe/Berlin').waitFor()
      return page.context().storageState()
    }

    test('is asked once; Keep changes nothing', async () => {
      const storageState = await saveBerlin('2001')
      const { page, complaints } = await browser.openPage({ storageState, timezoneId: 'Asia/Tokyo' })
      await page.getByText('This device is set to Tokyo, 8 h ahead of Berlin.').waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await button(page, 'Keep Berlin').click()
      await page.getByText('This device is set to').waitFor({ state: 'detached' })
      await page.reload({ waitUntil: 'networkidle' })
      await savedRecord(page).getByText('Europe/Berlin').waitFor()
      expect(await page.getByText('This device is set to').count()).toBe(0)
      expect(complaints).toEqual([])
    })

    test('can have their zone saved until they return, when the old one is saved again', async () => {
      const storageState = await saveBerlin('2002')
      const { page } = await browser.openPage({ storageState, timezoneId: 'Asia/Tokyo' })
      await button(page, 'Tokyo until I’m back').click()
      await savedRecord(page).getByText('Asia/Tokyo').waitFor()
      const { page: back } = await browser.openPage({ storageState: await page.context().storageState() })
      await back.getByText('Saved: nelly is in Berlin.').waitFor()
      await savedRecord(back).getByText('Europe/Berlin').waitFor()
      expect(await back.getByText('This device is set to').count()).toBe(0)
    })

    test('is not asked about a zone that they have just chosen here', async () => {
      const storageState = await saveBerlin('2003')
      const { page } = await browser.openPage({ storageState })
      await button(page, 'Change').click()
      await page.getByRole('combobox', { name: 'Time zone' }).fill('lisbon')
      await page.getByRole('option', { name: 'Lisbon' }).first().click()
      await button(page, 'Save').click()
      await savedRecord(page).getByText('Europe/Lisbon').waitFor()
      expect(await page.getByText('This device is set to').count()).toBe(0)
    })

    test('reads the clock with 12 or 24 hours, as they choose', async () => {
      const { page } = await browser.openPage()
      const clock = page.locator('form time').first()
      expect(await clock.textContent()).toMatch(/^\d{1,2}:\d{2}$/)
      await page.getByLabel('Clock').selectOption('12 hours')
      await expect.poll(() => clock.textContent()).toMatch(/^\d{1,2}:\d{2}\s[ap]m$/i)
      await page.reload()
      await expect.poll(() => clock.textContent()).toMatch(/^\d{1,2}:\d{2}\s[ap]m$/i)
    })
  },
)
