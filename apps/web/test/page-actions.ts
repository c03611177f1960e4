import { expect, type Page } from '@playwright/test'
import { project } from '../build/world-map.ts'
import { directionOf, LANGUAGES, type Language } from '../src/texts/languages.ts'
import type { LoginSite, Site, Visit } from './fixtures.ts'

/** Every language of the page. */
export const ENGLISH_LAST = (Object.keys(LANGUAGES) as Language[]).toReversed()

/** Says who the reader is, where there is no login, in the sheet that *Save Berlin* opens. */
export async function fillIn(
  page: Page,
  { userId, username }: { userId: string; username: string },
): Promise<void> {
  const id = page.getByLabel('Your user ID or name')
  if (!(await id.isVisible())) await page.getByRole('button', { name: /^Save (?!as )/ }).click()
  await id.fill(userId)
  const name = page.getByLabel('Username')
  if (!(await name.isVisible())) await page.getByText('Use a different display name').click()
  await name.fill(username)
}

/** Opens the picker, searches, and takes the first row that holds this text. */
export async function pickZone(page: Page, search: string, name: string): Promise<void> {
  await button(page, 'Change').click()
  await zoneField(page).fill(search)
  await page.getByRole('option', { name }).first().click()
}

export function zoneField(page: Page) {
  return page.getByRole('combobox', { name: 'Time zone' })
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

/** Where a longitude and latitude of the map are on the screen. */
export async function pointOnMap(page: Page, place: [longitude: number, latitude: number]) {
  const map = page.getByRole('img', { name: 'Map of the world' })
  await map.scrollIntoViewIfNeeded()
  return map.evaluate(
    (svg, [x, y]) => {
      const { a, d, e, f } = (svg as SVGSVGElement).getScreenCTM() ?? new DOMMatrix()
      return { x: a * x + e, y: d * y + f }
    },
    project(...place),
  )
}

/** Opens a part of the account. */
export async function openPane(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()
}

/** Expects the start view to show this place as what is saved. */
export async function showsSaved(page: Page, city: string): Promise<void> {
  await expect(page.locator('.hero').getByText('Your friends see')).toBeVisible()
  await expect(page.getByTestId('chosen-zone')).toHaveText(city)
}

/** Expects the start view to show a zone that is detected, since none is saved. */
export async function showsUnsaved(page: Page): Promise<void> {
  await expect(page.locator('.hero').getByText('You seem to be in')).toBeVisible()
}

/** What is saved for the reader, in their account. */
export function savedRecord(page: Page) {
  return page.getByRole('region', { name: 'Your entry' })
}

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent
    })
    const found = focused?.trim() ?? ''
    if (typeof name === 'string' ? found === name : name.test(found)) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

/** The accessible name, or else the text, of what has the focus. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
    return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim()
  })
}

/** Signs in at the fake Discord, which grants it without a question. */
export async function signIn(page: Page, name = 'nelly'): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with Discord' }).first().click()
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible()
}

/** Opens the page where a login at the fake Discord has returned to. */
export async function visitSignedIn({ visit }: LoginSite, how: Visit = {}): Promise<Page> {
  const page = await visit('/auth/discord?redirect=/', how)
  await expect(page.getByText('Signed in as nelly')).toBeVisible()
  return page
}

/** Opens a path in the browser of somebody who has signed in and whose record is saved. */
export async function visitWithRecord({ visit, address }: LoginSite, path: string, how: Visit = {}) {
  const page = await visit('/auth/discord?redirect=/favicon.svg', how)
  const data = { timezone: 'Europe/Berlin' }
  const saved = await page.request.post('/v1/set', { data, headers: { origin: address } })
  expect(saved.status()).toBe(200)
  await page.goto(path)
  return page
}

type ServiceClock = {
  utc_offset_seconds: number
  transitions: { at: string; utc_offset_seconds: number }[]
}

/** Makes the service answer with these clocks only, as if this browser’s zone data were older. */
export async function changeClocks(page: Page, zones: Record<string, ServiceClock>): Promise<void> {
  const [from, until] = ['2020-01-01T00:00:00.000Z', '2060-01-01T00:00:00.000Z']
  await page.route('**/v1/transitions', (route) =>
    route.fulfill({ json: { release: '2026z', from, until, zones } }),
  )
}

/** A language, a clock or a theme that can be chosen, whether or not the menu of the footer is open. */
export function preference(page: Page, name: string) {
  return page.locator('footer').getByRole('radio', { name, exact: true, includeHidden: true })
}

/** Chooses a language, a clock or a theme, also beneath what covers the footer. */
export async function choosePreference(page: Page, name: string): Promise<void> {
  await preference(page, name).evaluate((radio: HTMLInputElement) => radio.click())
}

/** Changes the page's language. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await choosePreference(page, LANGUAGES[language])
  // In the next frame; an assertion would look again after 100 ms, in hundreds of places.
  await page.waitForFunction(
    ([lang, dir]) => document.documentElement.lang === lang && document.documentElement.dir === dir,
    [language, directionOf(language)] as const,
  )
}

/** A person's row in the list of local times. */
export function row(page: Page, name: string) {
  return page.getByRole('list', { name: 'Local times' }).getByRole('listitem').filter({ hasText: name })
}

/** Adds people by what is typed. */
export async function addPeople(page: Page, text: string): Promise<void> {
  await page.getByLabel('Add people').fill(text)
  await page.keyboard.press('Enter')
}

/** Gives somebody a name that only the reader sees. */
export async function callPerson(page: Page, name: string, as: string): Promise<void> {
  await button(page, `Options for ${name}`).click()
  await page.getByLabel('Name only you see').filter({ visible: true }).fill(as)
  await page.keyboard.press('Enter')
}

/** Removes somebody by the menu of their row. */
export async function removePerson(page: Page, name: string): Promise<void> {
  await button(page, `Options for ${name}`).click()
  await button(page, `Remove ${name}`).click()
}

/** The row of somebody without a time zone, which is behind one line. */
export async function rowWithout(page: Page, name: string) {
  const row = page.locator('.people-without li', { hasText: name })
  await expect(row).toHaveCount(1)
  if (!(await row.isVisible())) await page.locator('.people-without summary').click()
  return row
}

/** The people that this browser keeps. */
export function storedPeople(page: Page): Promise<string[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('timezone-registry:people') ?? '[]'))
}

/** What lets a page copy and a test read it. */
export const CLIPBOARD = ['clipboard-read', 'clipboard-write']

/** What was copied last. */
export const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Holds up requests, as a slow network does, until what it resolves to is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => [await promise, await route.continue()])
  return resolve
}

/** Keeps the people who are shown as a group. */
export async function saveAsGroup(page: Page, name: string): Promise<void> {
  await button(page, 'Save as group').click()
  await page.getByLabel('Group name').fill(name)
  await page.keyboard.press('Enter')
}

export async function renameGroup(page: Page, from: string, to: string): Promise<void> {
  await button(page, `Options for ${from}`).click()
  await button(page, 'Rename group').click()
  await page.getByLabel('Group name').fill(to)
  await page.keyboard.press('Enter')
}

export async function deleteGroup(page: Page, name: string): Promise<void> {
  await button(page, `Options for ${name}`).click()
  await button(page, 'Delete group').click()
}

/** Saves a record as another device would. */
export const saveElsewhere = ({ client }: Site, user_id: string, timezone: string, username = 'nelly') =>
  client.setTimezone({ body: { user_id, username, timezone } })

/** The query of the address, decoded. */
export function searchOf(page: Page): string {
  return decodeURIComponent(new URL(page.url()).search)
}

/** The question that covers the page. */
export const dialog = (page: Page) => page.getByRole('alertdialog')

/** Answers the question that covers the page. */
export const answer = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click()

/** Chooses a day in Meet, as the browser's calendar does. */
export async function chooseDay(page: Page, date: string): Promise<void> {
  await page.locator('input[type=date]').fill(date)
}
