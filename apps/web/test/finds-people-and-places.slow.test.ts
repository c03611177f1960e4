import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { findCutPlaceholders, findOverflow } from './find-overflow.ts'
import { expect, test } from './fixtures.ts'
import { chooseLanguage, ENGLISH_LAST, hold, storedPeople } from './page-actions.ts'
import { NOW } from './views.ts'

const NAME = 'Find a person or a place'
const STORED = { people: ['6', '3'] }
const field = (page: Page) => page.getByRole('combobox', { name: NAME })
const group = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('option')

test.describe('the search in the header', () => {
  test('opens by its keys, finds own people and those of groups, by what the reader calls them, too, and opens the page of one', async ({
    open,
  }) => {
    const stored = { ...STORED, groups: [{ name: 'Raid team', ids: ['9'] }], names: { 9: 'Old friend' } }
    const page = await open.visit('/everyone', { now: NOW, stored })
    await expect(page.getByRole('button', { name: NAME })).toBeVisible()
    await page.keyboard.press('Control+k')
    const kenji = 'KenjiTokyo, Japan22:42\u200e+8 h'
    await expect(group(page, 'Your people')).toHaveText([kenji, /^Maya/, /^Old friend/])
    for (const name of ['friend', 'noor']) {
      await field(page).fill(name)
      await expect(group(page, 'Your people')).toHaveText([/^Old friend/])
    }
    await field(page).fill('')
    await page.keyboard.type('may')
    await expect(group(page, 'Your people')).toHaveText([/^Maya/])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/u/3')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('fits the narrowest phone in every language', async ({ open }) => {
    const viewport = { width: 320, height: 640 }
    const page = await open.visit('/privacy', { now: NOW, stored: STORED, viewport })
    await page.locator('.find-button').click()
    for (const language of ENGLISH_LAST) {
      await page.getByRole('combobox').fill('')
      await chooseLanguage(page, language)
      await expect(page.locator('.place-row').nth(3)).toBeVisible()
      expect.soft(await findOverflow(page), language).toEqual([])
      expect.soft(await findCutPlaceholders(page), language).toEqual([])
      await page.getByRole('combobox').fill('qqqqqq')
      await expect(page.locator('.place-row')).toHaveCount(0)
      expect.soft(await findOverflow(page), language).toEqual([])
    }
  })

  test('shows the time of a place in its row, and at Enter in full, and the places of a time of day', async ({
    open,
  }) => {
    const page = await open.visit('/', { now: NOW })
    await page.getByRole('button', { name: NAME }).click()
    await field(page).fill('tokyo')
    await expect(group(page, 'Places').first()).toHaveText('TokyoJapan22:42\u200e+8 h')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('TokyoSat 22:428 h ahead of you')
    expect(await findAxeViolations(page)).toEqual([])
    await field(page).fill('qqqqqq')
    await expect(page.getByText('No people or places found. Try a user ID or a nearby city.')).toBeVisible()
    await field(page).fill('')
    await group(page, 'By local time').filter({ hasText: 'Kathmandu' }).click()
    await expect(group(page, 'Places').first()).toHaveText('KathmanduNepal19:27\u200e+4 h 45 min')
    await expect(field(page)).toHaveValue('UTC+5:45')
  })

  test('adds a place to the list, and compares its time with the list’s in Meet', async ({ open }) => {
    const page = await open.visit('/', { now: NOW, stored: STORED })
    await page.getByRole('button', { name: NAME }).click()
    await field(page).fill('lisbon')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add to my people' }).click()
    await expect(page.getByRole('button', { name: 'In my people' })).toBeVisible()
    expect(await storedPeople(page)).toEqual(['6', '3', '@Europe/Lisbon'])
    await page.getByRole('dialog').getByRole('button', { name: 'Meet' }).click()
    await expect(page.locator('.meet-who', { hasText: 'Lisbon' })).toBeVisible()
  })

  test('understands times, and opens Meet then', async ({ open }) => {
    const page = await open.visit('/everyone', { now: NOW, stored: STORED })
    for (const [query, row, at] of [
      ['3pm tokyo', 'Sun 07:00 for youSun 15:00 Tokyo · 1 friend awake', '2026-11-22T06:00Z'],
      ['noon', 'Sun 12:00 for you1 friend awake', '2026-11-22T11:00Z'],
      ['in 2 hours', '16:42 for you1 friend awake', '2026-11-21T15:42Z'],
    ] as const) {
      await page.getByRole('button', { name: NAME }).click()
      await expect(group(page, 'Your people')).toHaveCount(2)
      await field(page).fill(query)
      await expect(group(page, 'Time')).toHaveText([row])
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL((url) => url.pathname === '/meet' && url.searchParams.get('at') === at)
      await expect(page.locator('.meet-who')).toHaveCount(3)
    }
  })

  test('finds others by name, by id and in a mention, before the places that begin like it', async ({
    open,
  }) => {
    const page = await open.visit('/', { now: NOW })
    await page.getByRole('button', { name: NAME }).click()
    await field(page).fill('sam')
    await expect(page.getByRole('group')).toHaveCount(2)
    await expect(page.getByRole('option').first()).toHaveText(/^SamNew York/)
    await field(page).fill('aarav')
    await expect(group(page, 'Other people')).toHaveText([/^AaravKolkata, India/])
    await field(page).fill('<@9>')
    await expect(group(page, 'Other people')).toHaveText([/^Noor/])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/u/9')
    await expect(page.locator('main h2').first()).toBeFocused()
  })

  test('closes at Escape and returns the focus to where it was', async ({ open }) => {
    const page = await open.visit()
    const opener = page.getByRole('button', { name: NAME })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    const tab = page.getByRole('link', { name: 'Meet' })
    await tab.focus()
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(tab).toBeFocused()
  })

  test('loses no key while it loads, and in a field leaves `/` to it', async ({ open }) => {
    const page = await open.visit()
    await expect(page.getByRole('button', { name: NAME })).toBeVisible()
    const release = await hold(page, '**/find-dialog-*.js')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lis')
    const isTaken = page.evaluate(pressWhenShown)
    release()
    expect(await isTaken).toBe(false)
    await expect(field(page)).toHaveValue('lis')
    await page.keyboard.type('/')
    await expect(field(page)).toHaveValue('lis/')
  })

  for (const path of ['/', '/u/3'])
    test(`loses no key of before the scripts in ${path}`, async ({ open }) => {
      const hold = (page: Page) =>
        page.route('**/assets/index-*.js', async (route) => {
          await page.getByRole('main').waitFor({ state: 'attached' })
          await page.keyboard.press('Control+k')
          await page.keyboard.type('lis')
          await route.continue()
        })
      const page = await open.visit(path, { before: hold })
      await expect(field(page)).toHaveValue('lis')
    })

  test('finds places without a network, and people known here', async ({ open }) => {
    const page = await open.visit('/', { now: NOW, stored: STORED })
    await page.getByRole('button', { name: NAME }).click()
    await expect(group(page, 'Your people')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await page.context().setOffline(true)
    await page.keyboard.press('Control+k')
    await field(page).fill('lisbon')
    await expect(group(page, 'Places').first()).toHaveText(/^Lisbon/)
    await field(page).fill('may')
    await expect(group(page, 'Your people')).toHaveText([/^Maya/])
    await page.context().setOffline(false)
  })

  test('of a service that is read with a login finds places, and asks to sign in for people', async ({
    closed,
  }) => {
    const page = await closed.visit('/', { now: NOW })
    await page.getByRole('button', { name: NAME }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Sign in to look up time zones here.')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Sign in with Discord' })).toBeVisible()
    await field(page).fill('tokyo')
    await expect(group(page, 'Places').first()).toHaveText(/^Tokyo/)
  })
})

/** Presses a key as soon as the field is shown, in the page. Resolves to whether the page kept it from the field. */
function pressWhenShown(): Promise<boolean> {
  return new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector('dialog[open] input')
      if (field === null) return
      observer.disconnect()
      resolve(
        !field.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', bubbles: true, cancelable: true })),
      )
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
}
