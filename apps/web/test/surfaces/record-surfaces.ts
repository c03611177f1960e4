import type { Page } from '@playwright/test'
import { closeDialog, DRAFT, dialog, ID, type SurfaceTour, toast } from './surface-tour.ts'

const search = (page: Page) => page.locator('.zone-sheet [role=combobox]')

async function searchZone(page: Page, query: string) {
  await search(page).fill(query)
  await page.locator('.zone-sheet [role=status]').getByText(/./).waitFor({ state: 'attached' })
}

const sheet = (page: Page) => page.locator('dialog:has(form)')

async function fillSheet(page: Page, id: string, name: string) {
  await sheet(page).locator('input').first().fill(id)
  await sheet(page).locator('input').nth(1).fill(name)
  await sheet(page).locator('[type=submit]').click()
}

/** Where a zone is set without a login. */
export const SETTING: SurfaceTour = {
  path: '/',
  surfaces: {
    'the menu of languages, clocks and themes': async (page) => {
      await page.locator('footer button').click()
      await page.locator('.menu:popover-open').waitFor()
    },
    'the question who the reader is': async (page) => {
      await page.keyboard.press('Escape')
      await page.locator('.button[aria-haspopup=dialog]').first().click()
      await sheet(page).locator('.link').click()
    },
    'refused fields': async (page) => {
      await fillSheet(page, 'refused', 'x'.repeat(256))
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
    'a question before another person’s record is replaced': async (page) => {
      await fillSheet(page, '3', 'Alexandra Konstantinopoulou')
      await dialog(page).waitFor()
    },
    'a question to somebody whose record there is already': async (page) => {
      if (await dialog(page).isVisible()) await closeDialog(page)
      await fillSheet(page, '3', 'Maya')
      await dialog(page).waitFor()
    },
    'the picker': async (page) => {
      await closeDialog(page)
      await page.keyboard.press('Escape')
      await sheet(page).waitFor({ state: 'detached' })
      await page.locator('#change-zone').click()
      await page.locator('.place-row').first().waitFor()
    },
    'found zones': (page) => searchZone(page, 'new'),
    'an ambiguous abbreviation': (page) => searchZone(page, 'IST'),
    'no zones': (page) => searchZone(page, '99:99'),
  },
}

const deleteButton = (page: Page) => page.locator('section[aria-labelledby=saved-heading] button').nth(1)

async function saveInSheet(page: Page) {
  if ((await sheet(page).count()) === 0)
    await page.locator('section[aria-labelledby=saved-heading] button').first().click()
  await sheet(page).locator('[type=submit]').click()
}

/** Saves the record as another device would. */
async function saveElsewhere(page: Page, timezone: string) {
  const body = { user_id: ID, username: 'nelly', timezone }
  await page.evaluate((json) => {
    const headers = { 'content-type': 'application/json' }
    return fetch('/v1/set', { method: 'POST', headers, body: JSON.stringify(json) })
  }, body)
}

const NEW_SALEM = 'America/North_Dakota/New_Salem'
let changes = 0

/** What a record's own person can do, on a page that learns of changes only when it asks. */
export const OWN: SurfaceTour = {
  path: '/account',
  stored: DRAFT,
  answers: { '/v1/events': undefined },
  surfaces: {
    'a question before a record is deleted': async (page) => {
      await deleteButton(page).click()
      await dialog(page).waitFor()
    },
    'a saved record': async (page) => {
      await closeDialog(page)
      await saveInSheet(page)
      await toast(page).waitFor()
    },
    'a question before another device’s change is replaced': async (page) => {
      // When it is asked again, this page knows the last one.
      await saveElsewhere(page, changes++ % 2 === 0 ? NEW_SALEM : 'America/North_Dakota/Beulah')
      await saveInSheet(page)
      await dialog(page).waitFor()
    },
    'a deleted record': async (page) => {
      await closeDialog(page)
      await page.keyboard.press('Escape')
      await sheet(page).waitFor({ state: 'detached' })
      await deleteButton(page).click()
      await dialog(page).locator('.button-danger').click()
      await page.locator('[aria-labelledby=saved-heading] button >> nth=1').waitFor({ state: 'detached' })
      await toast(page).getByRole('button').waitFor()
      // For a second try; this page does not learn of it.
      await saveElsewhere(page, 'America/Argentina/Buenos_Aires')
    },
  },
}
