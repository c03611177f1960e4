import { LONG_NAME } from '../people.ts'
import { ADMIN_ANSWERS, KEY, SAVED_AT } from '../shown-answers.ts'
import { closeDialog, dialog, ID, type SurfaceTour } from './surface-tour.ts'

const ME = ADMIN_ANSWERS['/v1/me']
const BUENOS_AIRES = { ...ME, user: { ...ME.user, id: ID }, timezone: 'America/Argentina/Buenos_Aires' }

const FOUND = {
  '/v1/get': {
    user: { id: '80351110224678914', username: LONG_NAME },
    timezone: 'America/Argentina/Buenos_Aires',
    canonical: 'America/Argentina/Buenos_Aires',
    created_at: SAVED_AT,
    updated_at: SAVED_AT,
    availability: null,
  },
  '/v1/search': { users: [] },
}

export const ACCOUNT: SurfaceTour = {
  path: '/account',
  answers: { ...ADMIN_ANSWERS, '/v1/me/visibility': undefined },
  surfaces: {
    'the account menu': async (page) => {
      await page.locator('.avatar').click()
      await page.locator('.menu:popover-open').waitFor()
    },
    'a failed change of visibility': async (page) => {
      await page.keyboard.press('Escape')
      await page.locator('input[name=visibility]').last().click()
      await page.locator('.failure').first().waitFor()
    },
    'a question before a key is revoked': async (page) => {
      await page.locator('[href="/account/keys"]').click()
      await page.locator('main li button').click()
      await dialog(page).waitFor()
    },
    'a question before everything is erased': async (page) => {
      await closeDialog(page)
      await page.locator('[href="/account/data"]').click()
      await page.locator('main .button-danger').click()
      await dialog(page).waitFor()
    },
    'hours that end on the next day': async (page) => {
      await closeDialog(page)
      await page.locator('[href="/account/availability"]').click()
      await page.locator('input[type=time]').first().fill('23:00')
    },
    'a new key, which the browser does not copy': async (page) => {
      await page.locator('[href="/account/keys"]').click()
      await page.locator('main .button-primary').click()
      const keys = page.locator('dialog')
      await keys.locator('input').first().fill('bot')
      await keys.locator('input[type=checkbox]').first().check()
      await page.route('**/v1/keys', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { ...KEY, key: `tzr_${'0'.repeat(72)}` } })
          : route.fallback(),
      )
      await keys.locator('[type=submit]').click()
      await keys.locator('.button-primary').click()
    },
    'a question before a key is gone that was not copied': async (page) => {
      await page.keyboard.press('Escape')
      await dialog(page).waitFor()
    },
  },
}

export const ADMIN: SurfaceTour = {
  path: '/account/records',
  answers: { ...ADMIN_ANSWERS, ...FOUND },
  surfaces: {
    'what an admin finds': async (page) => {
      const records = page.locator('main section section')
      await records.locator('input').fill('80351110224678914')
      await records.locator('[type=submit]').click()
      await records.locator('li').waitFor()
    },
    'a question before a record is erased': async (page) => {
      await page.locator('main .button-danger').click()
      await dialog(page).waitFor()
    },
  },
}

export const TRAVEL: SurfaceTour = {
  path: '/',
  answers: { ...ADMIN_ANSWERS, '/v1/me': BUENOS_AIRES },
  surfaces: { 'the question to a traveller': (page) => page.locator('.travel-notice').waitFor() },
}
