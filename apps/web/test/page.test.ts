import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowser } from './open-browser.ts'

const require = createRequire(import.meta.url)

if (browserMissing !== undefined) console.warn(`The tests of the page are skipped: ${browserMissing}`)

describe.skipIf(browserMissing !== undefined)('the page', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test('saves a timezone, shows it, still shows it after a reload, and deletes it', async () => {
    const { page, complaints } = await browser.openPage()
    await fillIn(page, { userId: 'flow', username: 'nelly' })
    await pickZone(page, 'new york', 'America/New York')
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly is in America/New York.').waitFor()
    await savedRecord(page).getByText('America/New York').waitFor()

    await page.reload()
    await savedRecord(page).getByText('nelly').waitFor()
    await savedRecord(page).getByText('America/New York').waitFor()

    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.').waitFor()
    await savedRecord(page).getByText('Nothing is saved for this user id yet.').waitFor()
    expect(complaints).toEqual([])
  })

  test('starts at the browser’s own zone', async () => {
    for (const timezoneId of ['Asia/Kathmandu', 'Europe/Berlin']) {
      const { page } = await browser.openPage({ timezoneId })
      expect(await zoneField(page).inputValue()).toBe(timezoneOf(timezoneId))
    }
  })

  test('finds a zone also for who typed before the names had come', async () => {
    const { page } = await browser.openPage()
    const { promise: typed, resolve } = Promise.withResolvers<void>()
    await page.route('**/v1/timezones', async (route) => {
      await typed
      await route.continue()
    })
    await page.reload()
    await zoneField(page).fill('new york')
    await page.getByText('No zone has this name').waitFor()
    resolve()
    await page.getByRole('option', { name: 'America/New York' }).click()
    expect(await zoneField(page).inputValue()).toBe('America/New_York')
  })

  test('asks before it deletes or replaces, and does neither on Cancel', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'asked', username: 'nelly' })
    await button(page, 'Save').click()
    await savedRecord(page).getByText('Europe/Berlin').waitFor()

    await pickZone(page, 'Tokyo', 'Asia/Tokyo')
    await button(page, 'Save').click()
    await page.getByText('Replace the saved record?').waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await savedRecord(page).getByText('Europe/Berlin').waitFor()

    await button(page, 'Save').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
    await savedRecord(page).getByText('Asia/Tokyo').waitFor()
  })

  test('shows beside the field what is wrong with it, and saves nothing', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'refused', username: 'turned \u202e around' })
    await button(page, 'Save').click()
    await page.getByText('Username must not have control characters').waitFor()
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
    await savedRecord(page).getByText('Nothing is saved for this user id yet.').waitFor()
  })

  test('says so when the service does not answer, keeps what was typed, and saves on the next try', async () => {
    const { page } = await browser.openPage()
    await fillIn(page, { userId: 'offline', username: 'nelly' })
    await page.context().setOffline(true)
    await button(page, 'Save').click()
    await page.getByText('The service did not answer.').first().waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('nelly')

    await page.context().setOffline(false)
    await button(page, 'Save').click()
    await page.getByText('Saved: nelly is in Europe/Berlin.').waitFor()
  })

  test('can be used with the keyboard alone', async () => {
    const { page } = await browser.openPage()
    await page.getByLabel('User id').focus()
    await page.keyboard.type('keys')
    await page.keyboard.press('Tab')
    await page.keyboard.type('nelly')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('lisb')
    await page.locator('[role=option][data-highlighted]', { hasText: 'Europe/Lisbon' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    if (await button(page, 'Show all time zones').evaluate((element) => element === document.activeElement))
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Saved: nelly is in Europe/Lisbon.').waitFor()
  })

  test.for([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)(
    'has nothing that axe objects to (%s, %i pixels wide), and never scrolls sideways',
    async ([colorScheme, width]) => {
      const { page } = await browser.openPage({ colorScheme, viewport: { width, height: 800 } })
      await fillIn(page, { userId: 'w'.repeat(255), username: 'w'.repeat(255) })
      await button(page, 'Save').click()
      await savedRecord(page).getByText('www').waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)

      await button(page, 'Delete').click()
      await page.getByRole('alertdialog').waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Deleted.').waitFor()
    },
  )

  test('has the API’s documentation beside it, from here alone and within the policy', async () => {
    const { page, complaints } = await browser.openPage()
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(browser.address) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    await page.goto(`${browser.address}/docs`)
    await page.getByText('Save a timezone').waitFor()
    await page.locator('#operations-default-getHealth').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText('"status": "healthy"').first().waitFor()
    expect(elsewhere).toEqual([])
    expect(complaints).toEqual([])
  })

  test('is served with a strict policy, and its hashed files for a year', async () => {
    const html = await fetch(browser.address, { headers: { accept: 'text/html' } })
    expect(html.headers.get('cache-control')).toBe('no-cache')
    const policy = html.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    const [script] = /\/assets\/[^"]+\.js/.exec(await html.text()) ?? []
    const asset = await fetch(`${browser.address}${script}`)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetch(`${browser.address}/any/page`, { headers: { accept: 'text/html' } })).status).toBe(
      200,
    )
    expect((await fetch(`${browser.address}/assets/gone.js`, { headers: { accept: '*/*' } })).status).toBe(
      404,
    )
  })
})

async function fillIn(page: Page, { userId, username }: { userId: string; username: string }): Promise<void> {
  await page.getByLabel('User id').fill(userId)
  await page.getByLabel('Username').fill(username)
}

async function pickZone(page: Page, search: string, name: string): Promise<void> {
  await zoneField(page).fill(search)
  // By its name: until the names have come and the search has run, other options may stand first.
  await page.getByRole('option', { name }).click()
}

function zoneField(page: Page) {
  return page.getByRole('combobox', { name: 'Time zone' })
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

function savedRecord(page: Page) {
  return page.getByRole('region', { name: 'Saved record' })
}

/** Chromium names some zones by an older name, as `Intl` everywhere does. */
function timezoneOf(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}

async function findAxeViolations(page: Page): Promise<string[]> {
  const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
  // The debugger's channel is not subject to the page's policy, a script element would be.
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
