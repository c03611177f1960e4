import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { button, focusedName, sidewaysScroll, signIn } from './page-actions.ts'

const ADMIN = '424242'

describe.skipIf(browserMissing !== undefined)('API keys', () => {
  let discord: Awaited<ReturnType<typeof startTestDiscord>>
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    discord = await startTestDiscord()
    browser = await openBrowser({ AUTH: 'required', ADMINS: `discord:${ADMIN}`, ...discord.env })
  })
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]()
    await discord?.[Symbol.asyncDispose]()
  })

  async function openAccount(id: string, options: Parameters<typeof browser.openPage>[0] = {}) {
    discord.user = { id, username: 'nelly' }
    const opened = await browser.openPage(options)
    await signIn(opened.page)
    await opened.page.goto(`${browser.address}/account`)
    await opened.page.getByRole('heading', { name: 'Erase everything' }).waitFor()
    return opened
  }

  test('an admin creates a key, copies it once, and revokes it', async () => {
    const { page, complaints } = await openAccount(ADMIN)
    await page.getByText('There are no keys yet.').waitFor()
    await page.getByLabel('Name').fill('Discord bot')
    await page.getByRole('checkbox', { name: 'Save and delete any record' }).check()
    await page.getByLabel('Expires').selectOption('In 1 year')
    await button(page, 'Create key').click()
    const secret = await page.getByLabel('Key', { exact: true }).inputValue()
    expect(secret).toMatch(/^tzr_[0-9a-f]{72}$/)
    expect(await findAxeViolations(page)).toEqual([])

    // Where the browser forbids copying, the key is selected.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await button(page, 'Copy').click()
    await page.getByText('Your browser blocked copying.').waitFor()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(secret)

    await button(page, 'Done').click()
    const row = page.getByRole('region', { name: 'API keys' }).getByRole('listitem')
    expect(await row.textContent()).toMatch(
      /Discord botSave and delete any recordCreated on \d+ \w+ \d{4} · never used · expires on/,
    )
    const text = (await row.textContent()) ?? ''
    const [created = 0, expires = 0] = [...text.matchAll(/on (\d+ \w+ \d{4})/g)].map(([, date = '']) =>
      Date.parse(date),
    )
    expect(Math.round((expires - created) / 86_400_000)).toBe(365)
    await expect.poll(() => focusedName(page)).toBe('Name')
    await page.reload()
    await row.waitFor()
    expect(await page.getByLabel('Key', { exact: true }).count()).toBe(0)

    const statusOf = async () => {
      const headers = { authorization: `Bearer ${secret}` }
      return (await fetch(`${browser.address}/delete?user_id=x`, { method: 'DELETE', headers })).status
    }
    expect(await statusOf()).toBe(200)
    await button(page, 'Revoke Discord bot').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('status').getByText('Revoked: Discord bot.').waitFor()
    await page.getByText('There are no keys yet.').waitFor()
    await expect.poll(() => focusedName(page)).toBe('API keys')
    await expect.poll(statusOf).toBe(401)
    expect(complaints).toEqual([])
  })

  test('are not shown to anyone else', async () => {
    const { page } = await openAccount('1')
    expect(await page.getByRole('heading', { name: 'API keys' }).count()).toBe(0)
  })

  test.for(['light', 'dark'] as const)('fit a phone and pass axe (%s)', async (colorScheme) => {
    const { page } = await openAccount(ADMIN, { colorScheme, viewport: { width: 360, height: 800 } })
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.getByLabel('Name').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  })
})
