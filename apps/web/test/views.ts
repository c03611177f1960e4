import type { BrowserContextOptions, Page } from 'playwright-core'
import type { TestPage } from './open-browser.ts'
import { button, fillIn, savedRecord, zoneField } from './page-actions.ts'
import { ACCOUNT_ANSWERS, SAVED_AT } from './shown-people.ts'

/** A Saturday afternoon in Berlin. */
const NOW = '2026-11-21T13:42:00Z'

/** A view in one state. */
type View = {
  path: string
  /** What is kept in this browser. */
  stored?: Record<string, unknown>
  /** Answers instead of the service's, by path. */
  answers?: Record<string, unknown>
  /** Resolves when the view is complete. */
  prepare: (page: Page) => Promise<unknown>
  /** True if a sheet covers the screen; the picture then shows only the screen. */
  isSheet?: true
}

const FRIENDS = { 'timezone-registry:people': ['2', '3', '6', '9'] }
const withPerson = (page: Page) => page.getByText('Noor').first().waitFor()
const withCountry = (page: Page) => page.getByText(', Germany').first().waitFor()

async function openPicker(page: Page) {
  await button(page, 'Change').click()
  await zoneField(page).fill('new')
  await page.getByRole('option').first().waitFor()
}

/** Every view, and the states that look different. */
export const VIEWS: Record<string, View> = {
  'now-empty': {
    path: '/',
    prepare: async (page) => {
      await withCountry(page)
      await page.locator('.sky-picture').waitFor()
    },
  },
  now: {
    path: '/',
    stored: FRIENDS,
    prepare: async (page) => {
      await withCountry(page)
      await withPerson(page)
    },
  },
  'now-saved': {
    path: '/',
    stored: FRIENDS,
    prepare: async (page) => {
      await fillIn(page, { userId: '80351110224678912', username: 'nelly' })
      await savedRecord(page).getByText('nelly').waitFor()
      await withCountry(page)
      await withPerson(page)
    },
  },
  picker: { path: '/', prepare: openPicker, isSheet: true },
  map: {
    path: '/',
    isSheet: true,
    prepare: async (page) => {
      await button(page, 'Change').click()
      await button(page, 'Choose on a map').click()
      const map = page.locator('svg.map')
      const box = await map.boundingBox()
      if (box) await page.mouse.click(box.x + box.width * 0.27, box.y + box.height * 0.3)
      await page.getByRole('button', { name: /^Use / }).waitFor()
    },
  },
  people: { path: '/people?ids=2,3,6,9,nobody', prepare: withPerson },
  'people-empty': { path: '/people', prepare: (page) => page.locator('.sky-picture').waitFor() },
  meet: {
    path: '/meet?ids=2,3,6,9',
    prepare: (page) => page.getByRole('img', { name: 'Noor’s day' }).waitFor(),
  },
  'meet-empty': { path: '/meet', prepare: (page) => page.getByText('Who do you want to meet?').waitFor() },
  person: {
    path: '/u/6',
    prepare: (page) => page.getByText('ahead of you').waitFor(),
  },
  'person-missing': {
    path: '/u/nobody',
    prepare: (page) => page.getByRole('heading', { level: 2 }).waitFor(),
  },
  everyone: { path: '/everyone', prepare: (page) => page.getByText('By local time').waitFor() },
  account: {
    path: '/account',
    answers: ACCOUNT_ANSWERS,
    prepare: (page) => page.getByText('Safari on iOS').waitFor(),
  },
  question: {
    path: '/account',
    answers: ACCOUNT_ANSWERS,
    isSheet: true,
    prepare: async (page) => {
      await page.getByText('Safari on iOS').waitFor()
      await page.getByRole('button', { name: /^Erase/ }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  privacy: {
    path: '/privacy',
    prepare: (page) => page.getByRole('heading', { name: 'Contact' }).waitFor(),
  },
  failure: {
    path: '/everyone',
    answers: { '/v1/stats': undefined },
    prepare: (page) => page.getByRole('alert').first().waitFor(),
  },
}

type Browser = {
  address: string
  openPage: (options: BrowserContextOptions & { path: string }) => Promise<TestPage>
}

/** Opens a view in its state, in a browser whose clock and answers are always the same. */
export async function openView(
  browser: Browser,
  view: View,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await browser.openPage({ path: '/favicon.svg', reducedMotion: 'reduce', ...options })
  await page.clock.setFixedTime(NOW)
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value))
  }, view.stored ?? {})
  await page.route('**/v1/get?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), updated_at: SAVED_AT } })
  })
  for (const [path, json] of Object.entries(view.answers ?? {}))
    await page.route(
      (url) => url.pathname === path,
      (route) => (json === undefined ? route.abort() : route.fulfill({ json })),
    )
  await page.goto(browser.address + view.path)
  await view.prepare(page)
  await page.evaluate(() => document.fonts.ready)
  return page
}
