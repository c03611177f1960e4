// `npm run screenshots`: every view of the built page, light and dark, in four widths, into screenshots/. Those in the
// README are also copied to docs/images.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../test/open-browser.ts'
import { saveShownPeople } from '../test/shown-people.ts'

const ALL = fileURLToPath(new URL('../../../screenshots/', import.meta.url))
const SHOWN = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const IN_README = ['record-light', 'people-light', 'map-dark', 'everyone-phone']
const LOOKS = [
  { name: 'phone', colorScheme: 'light', viewport: { width: 360, height: 780 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 360, height: 780 } },
  { name: 'tablet', colorScheme: 'light', viewport: { width: 768, height: 1024 } },
  { name: 'tablet-dark', colorScheme: 'dark', viewport: { width: 768, height: 1024 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { name: 'wide', colorScheme: 'light', viewport: { width: 1920, height: 1080 } },
  { name: 'wide-dark', colorScheme: 'dark', viewport: { width: 1920, height: 1080 } },
] as const

// The sky is most colourful in the afternoon; most of the people are awake.
const HOUR = '14:20Z'

/** `coversWindow`: the screenshot shows the window instead of the whole page. */
type Shot = { path: string; coversWindow?: boolean; prepare?: (page: Page) => Promise<void> }

const SHOTS: Record<string, Shot> = {
  record: {
    path: '/',
    prepare: async (page) => {
      await page.getByLabel('User ID', { exact: true }).fill('80351110224678912')
      await page.getByLabel('Username').fill('nelly')
      await page.getByRole('region', { name: 'Saved record' }).getByText('nelly').waitFor()
    },
  },
  empty: { path: '/' },
  picker: {
    path: '/',
    coversWindow: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByRole('combobox', { name: 'Time zone' }).fill('new')
      await page.getByRole('option').first().waitFor()
    },
  },
  map: {
    path: '/',
    coversWindow: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByRole('button', { name: 'Choose on a map' }).click()
      const map = page.locator('svg.map')
      const box = await map.boundingBox()
      if (box) await page.mouse.click(box.x + box.width * 0.27, box.y + box.height * 0.3)
      await page.getByRole('button', { name: /^Use / }).waitFor()
    },
  },
  people: {
    path: '/people?ids=2,3,6,9,nobody',
    prepare: async (page) => page.getByText('Noor').waitFor(),
  },
  meet: {
    path: '/meet?ids=2,3,6,9',
    prepare: async (page) => page.getByRole('img', { name: 'Maya’s day' }).waitFor(),
  },
  privacy: {
    path: '/privacy',
    prepare: async (page) => page.getByRole('heading', { name: 'Contact' }).waitFor(),
  },
  everyone: { path: '/everyone', prepare: async (page) => page.getByText('By local time').waitFor() },
  offline: {
    path: '/everyone',
    prepare: async (page) => {
      await page.route('**/v1/**', (route) => route.abort())
      await page.reload()
      await page.getByRole('alert').first().waitFor()
    },
  },
}

mkdirSync(ALL, { recursive: true })
const directory = mkdtempSync(join(tmpdir(), 'registry-screenshots-'))
await using cleanup = new AsyncDisposableStack()
cleanup.defer(() => rmSync(directory, { recursive: true }))
await using browser = await launchBrowser({ env: { DATA_DIR: directory } })
await saveShownPeople(browser.address)
for (const { name: look, ...options } of LOOKS)
  for (const [name, { path, prepare, coversWindow = false }] of Object.entries(SHOTS)) {
    const { page } = await browser.openPage(options)
    await page.clock.setFixedTime(`${new Date().toISOString().slice(0, 11)}${HOUR}`)
    await page.goto(browser.address + path)
    await prepare?.(page)
    await page.screenshot({ path: `${ALL}${name}-${look}.png`, fullPage: !coversWindow })
    await page.context().close()
  }
for (const name of IN_README) copyFileSync(`${ALL}${name}.png`, `${SHOWN}${name}.png`)
