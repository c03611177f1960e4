import type { Page } from '@playwright/test'
import { expect, type Site, type Visit } from './fixtures.ts'
import { LONG_NAME } from './people.ts'
import { ACCOUNT_ANSWERS, ADMIN_ANSWERS, SAVED_AT, STATS, timesOf } from './shown-answers.ts'

/** A Saturday afternoon in Berlin. */
export const NOW = '2026-11-21T13:42:00Z'

/** A view in one state. Elements are found by their roles and classes, whatever the language. */
export type View = Pick<Visit, 'stored' | 'answers'> & {
  path: string
  /** What is visible once the view is complete. */
  ready: string
  /** Opens a sheet that covers the screen. Pictures then show the screen instead of the page. */
  openSheet?: (page: Page) => Promise<unknown>
}

const FRIENDS = { people: ['2', '3', '6', '9'] }
const ME = { draft: { userId: '80351110224678912', username: 'nelly' } }
const TITLE = 'main h2'
const SAVED = '.hero .button .icon'
const DIALOG = '[role=alertdialog]'
const MANY = Array.from({ length: 30 }, (_, index) => `${1000 + index}`)

const person = (place: number) => `.person-row:nth-child(${place}) .ribbon`
const day = (place: number) => `.meet-row:nth-child(${place}) .cell:last-child`

async function openPicker(page: Page) {
  await page.locator('#change-zone').click()
  await page.locator('.zone-sheet [role=combobox]').fill('new')
  await page.locator('.place-row').first().waitFor()
}

/** Every view, and the states that look different. */
export const VIEWS: Record<string, View> = {
  'now-empty': { path: '/', ready: '.people-empty, .first-visit' },
  now: { path: '/', stored: FRIENDS, ready: person(4) },
  'now-saved': {
    path: '/',
    stored: { ...FRIENDS, ...ME },
    ready: `main:has(${SAVED}) ${person(4)}`,
  },
  'now-long': {
    path: '/',
    stored: { draft: { userId: 'long', username: LONG_NAME } },
    ready: SAVED,
  },
  'now-signed-in': { path: '/', answers: ACCOUNT_ANSWERS, ready: SAVED },
  'now-sign-in': {
    path: '/',
    answers: { '/v1/auth': ACCOUNT_ANSWERS['/v1/auth'] },
    ready: 'a[href^="/auth/"]',
  },
  who: {
    path: '/',
    ready: '.hero time',
    openSheet: async (page) => {
      await page.locator('.button[aria-haspopup=dialog]').first().click()
      await page.locator('dialog form').waitFor()
    },
  },
  'account-open': { path: '/account', stored: ME, ready: 'main dl dd >> nth=4' },
  picker: { path: '/', ready: '.hero time', openSheet: openPicker },
  'picker-empty': {
    path: '/',
    stored: { ...FRIENDS, 'recent-zones': ['America/New_York', 'Asia/Tokyo'] },
    ready: person(4),
    openSheet: async (page) => {
      await page.locator('#change-zone').click()
      await page.locator('.place-row').first().waitFor()
    },
  },
  find: {
    path: '/',
    stored: FRIENDS,
    ready: person(4),
    openSheet: async (page) => {
      await page.locator('.find-button').click()
      await page.locator('.zone-sheet [role=combobox]').fill('ma')
      await page.locator('.place-row').nth(3).waitFor()
    },
  },
  'find-empty': {
    path: '/',
    stored: FRIENDS,
    ready: person(4),
    openSheet: async (page) => {
      await page.locator('.find-button').click()
      await page.locator('.place-row').nth(5).waitFor()
    },
  },
  'now-group': { path: '/?name=Raid+team&ids=2,3,6,9,nobody', ready: person(4) },
  'people-long': { path: `/?ids=3,long,${'x'.repeat(200)}`, ready: person(2) },
  meet: { path: '/meet?ids=2,3,6,9', ready: day(5) },
  'meet-empty': { path: '/meet', ready: '.people-empty' },
  'meet-long': { path: `/meet?ids=3,long,${'x'.repeat(200)}`, ready: day(3) },
  'meet-many': { path: `/meet?ids=${MANY}`, answers: { '/v1/time': timesOf(MANY) }, ready: day(4) },
  person: { path: '/u/6', ready: '.two-days .ribbon' },
  'person-long': { path: '/u/long', ready: '.two-days .ribbon' },
  'person-own': { path: '/u/80351110224678912', stored: ME, ready: 'iframe' },
  'person-missing': { path: '/u/nobody', ready: TITLE },
  everyone: { path: '/everyone', answers: { '/v1/stats': STATS }, ready: '.map-area >> nth=0' },
  account: { path: '/account', answers: ACCOUNT_ANSWERS, ready: 'input[name=visibility]' },
  'account-availability': { path: '/account/availability', answers: ACCOUNT_ANSWERS, ready: '.week' },
  'account-devices': { path: '/account/devices', answers: ACCOUNT_ANSWERS, ready: 'main li >> nth=1' },
  'account-data': { path: '/account/data', answers: ACCOUNT_ANSWERS, ready: 'main dd >> nth=4' },
  'account-keys': { path: '/account/keys', answers: ADMIN_ANSWERS, ready: 'main li' },
  'new-key': {
    path: '/account/keys',
    answers: ADMIN_ANSWERS,
    ready: 'main li',
    openSheet: async (page) => {
      await page.locator('main .button-primary').click()
      await page.locator('dialog form').waitFor()
    },
  },
  'account-none': { path: '/account', ready: TITLE },
  question: {
    path: '/account/data',
    answers: ACCOUNT_ANSWERS,
    ready: 'main dd >> nth=4',
    openSheet: async (page) => {
      await page.locator('main .button-danger').click()
      await page.locator(DIALOG).waitFor()
    },
  },
  privacy: { path: '/privacy', ready: 'main h3 >> nth=3' },
  failure: { path: '/everyone', answers: { '/v1/stats': undefined }, ready: '[role=alert]' },
  'not-found': { path: '/nowhere', ready: TITLE },
}

/** Opens a view in its state, in a browser whose clock and answers are always the same. */
export async function openView(site: Site, view: View, visit: Visit = {}): Promise<Page> {
  const { path, stored = {}, answers = {} } = view
  const page = await site.visit(path, {
    now: NOW,
    reducedMotion: 'reduce',
    stored,
    answers,
    before: showSavedAt,
    ...visit,
  })
  await viewIsReady(page, view)
  await view.openSheet?.(page)
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** Resolves once a view is complete, without its sheet. */
export async function viewIsReady(page: Page, { ready }: View): Promise<void> {
  await expect(page.locator(ready).first()).toBeVisible()
  // The sun follows once the page is drawn.
  if (new URL(page.url()).pathname === '/') await page.locator('#axis-slider').waitFor({ state: 'attached' })
}

/** Answers with records that were last changed at the same time in every run. */
function showSavedAt(page: Page): Promise<unknown> {
  return page.route('**/v1/get?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), updated_at: SAVED_AT } })
  })
}
