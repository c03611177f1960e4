import type { Page } from '@playwright/test'
import { closeDialog, DRAFT, dialog, ID, type SurfaceTour, toast } from './surface-tour.ts'

const search = (page: Page) => page.locator('.zone-sheet [role=combobox]')

async function searchZone(page: Page, query: string) {
  await search(page).fill(query)
  await page.locator('.zone-sheet [role=status]').getByText(/./).waitFor({ state: 'attached' })
}

/** Where a zone is set without a login. */
export const SETTING: SurfaceTour = {
  path: '/',
  surfaces: {
    'the menu of languages, clocks and themes': async (page) => {
      await page.locator('footer button').click()
      await page.locator('.menu:popover-open').waitFor()
    },
    'refused fields': async (page) => {
      await page.keyboard.press('Escape')
      // Characters that turn the direction of writing around.
      await page.locator('.record-names input').first().fill('\u202e')
      await page.locator('.record-names input').nth(1).fill('\u202e')
      await page.locator('.record-names button').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await toast(page).waitFor()
    },
    'the picker': async (page) => {
      await page.locator('.hero [aria-haspopup=dialog]').click()
      await page.locator('.place-row').first().waitFor()
    },
    'found zones': (page) => searchZone(page, 'new'),
    'an ambiguous abbreviation': (page) => searchZone(page, 'IST'),
    'no zones': (page) => searchZone(page, '99:99'),
    'the map': async (page) => {
      await page.locator('.zone-sheet .button-small').click()
      await page.locator('svg.map').click({ position: { x: 80, y: 45 } })
      await page.locator('.zone-sheet .button-primary').waitFor()
    },
    'a question before another person’s record is replaced': async (page) => {
      await page.keyboard.press('Escape')
      const [id, name] = [
        page.locator('.record-names input').first(),
        page.locator('.record-names input').nth(1),
      ]
      await id.fill('3')
      await name.fill('Alexandra Konstantinopoulou')
      await page.locator('section[aria-labelledby=saved-heading] dl').waitFor()
      await page.locator('.record-names button').click()
      await dialog(page).waitFor()
    },
  },
}

const deleteButton = (page: Page) => page.locator('section[aria-labelledby=saved-heading] button')

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
  path: '/',
  stored: DRAFT,
  answers: { '/v1/events': undefined },
  surfaces: {
    'a question before a record is deleted': async (page) => {
      await deleteButton(page).click()
      await dialog(page).waitFor()
    },
    'a saved record': async (page) => {
      await closeDialog(page)
      await page.locator('.record-names button').click()
      await toast(page).waitFor()
    },
    'a question before another device’s change is replaced': async (page) => {
      // When it is asked again, this page knows the last one.
      await saveElsewhere(page, changes++ % 2 === 0 ? NEW_SALEM : 'America/North_Dakota/Beulah')
      await page.locator('.record-names button').click()
      await dialog(page).waitFor()
    },
    'a deleted record': async (page) => {
      await closeDialog(page)
      await deleteButton(page).click()
      await dialog(page).locator('.button-danger').click()
      await page.locator('[aria-labelledby=saved-heading] dl').waitFor({ state: 'detached' })
      await toast(page).getByRole('button').waitFor()
      // For a second try; this page does not learn of it.
      await saveElsewhere(page, 'America/Argentina/Buenos_Aires')
    },
  },
}
