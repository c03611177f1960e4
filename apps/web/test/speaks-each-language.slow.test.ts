import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { findCutPlaceholders, findOverflow } from './find-overflow.ts'
import { expect, test } from './fixtures.ts'
import {
  button,
  chooseLanguage,
  choosePreference,
  ENGLISH_LAST,
  focusedName,
  hold,
  preference,
  tabTo,
} from './page-actions.ts'
import { closeDialog, dialog, openTour } from './surfaces/surface-tour.ts'
import { SURFACE_TOURS } from './surfaces/surface-tours.ts'

for (const tour of SURFACE_TOURS)
  test(`on a phone, ${Object.keys(tour.surfaces).join(', ')} fit in every language, and axe finds nothing`, async ({
    open,
  }) => {
    const page = await openTour(open, tour)
    for (const [name, openSurface] of Object.entries(tour.surfaces)) {
      await openSurface(page)
      // A question stays in the language in which it was asked.
      const isQuestion = await dialog(page).isVisible()
      // It opens where its button is in that language.
      const isMenu = await page.locator('.formats').isVisible()
      for (const language of ENGLISH_LAST) {
        if (isQuestion) await closeDialog(page)
        if (isMenu) await page.keyboard.press('Escape')
        await chooseLanguage(page, language)
        if (isQuestion || isMenu) await openSurface(page)
        expect.soft(await findOverflow(page), `${name} (${language})`).toEqual([])
        expect.soft(await findCutPlaceholders(page), `${name} (${language})`).toEqual([])
      }
      await page.emulateMedia({ colorScheme: 'light' })
      expect.soft(await findAxeViolations(page), `${name} (light)`).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect.soft(await findAxeViolations(page, ['color-contrast']), `${name} (dark)`).toEqual([])
    }
  })

test.describe('texts, times and colours', () => {
  test('a Latin name stands on the right in Arabic, above its place', async ({ open }) => {
    const page = await open.visit('/favicon.svg', { locale: 'ar-EG', viewport: { width: 390, height: 844 } })
    for (const path of ['/?ids=3', '/u/3']) {
      await page.goto(path)
      const name = page.locator('main [dir=auto]').filter({ hasText: 'Maya' }).first()
      await expect(name).toHaveCSS('text-align', 'right')
    }
  })

  test('follows the browser’s language and colours until others are chosen', async ({ open }) => {
    const page = await open.visit('/', { locale: 'de-AT' })
    await expect(page.getByText('Vermutlich bist du in')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await choosePreference(page, 'English')
    await expect(page.getByText('You seem to be in')).toBeVisible()
    await choosePreference(page, 'Dark')
    await page.reload()
    await expect(page.getByText('You seem to be in')).toBeVisible()
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const other = await open.visit('/', { colorScheme: 'dark' })
    expect(await other.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background)
  })

  test('a city and its country with one name are one row: Tunis in Russian', async ({ open }) => {
    const page = await open.visit('/', { locale: 'ru' })
    await button(page, 'Изменить').click()
    await page.getByRole('combobox', { name: 'Часовой пояс' }).fill('тунис')
    await expect(page.getByRole('option').first()).toContainText('Тунис')
    await expect(page.getByRole('option', { name: 'Тунис' })).toHaveCount(1)
  })

  for (const [locale, change, field, name] of [
    ['en-GB', 'Change', 'Time zone', 'New Taipei'],
    ['ru-RU', 'Изменить', 'Часовой пояс', 'Синьбэй'],
  ] as const)
    test(`small cities have their names in ${locale}, without those of other languages`, async ({ open }) => {
      const page = await open.visit('/', { locale })
      const loaded: Promise<string>[] = []
      page.on('response', (response) => {
        if (response.url().includes('/assets/')) loaded.push(response.text())
      })
      await button(page, change).click()
      for (const query of ['new taipei', name]) {
        await page.getByRole('combobox', { name: field }).fill(query)
        await expect(page.getByRole('option').first()).toContainText(name)
      }
      const scripts = (await Promise.all(loaded)).join('')
      for (const one of ['新北', 'تايبيه الجديدة', 'Синьбэй'])
        expect(scripts.includes(one)).toBe(one === name)
    })

  test('another language is chosen and kept, and says so in its own name', async ({ open }) => {
    const page = await open.visit()
    await button(page, 'Language, Clock, Theme English').click()
    await page.getByText('Français').click()
    await expect(page.getByText('Documentation de l’API')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await page.reload()
    await expect(page.getByText('Documentation de l’API')).toBeVisible()
    await page.locator('footer button').click()
    await page.getByText('العربية').click()
    await expect(page.getByText('وثائق API')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  })

  test('languages, clocks and themes are chosen with the keyboard alone', async ({ open }) => {
    const page = await open.visit('/privacy')
    await expect(page.getByRole('heading', { name: 'What is stored' })).toBeVisible()
    await tabTo(page, 'Language, Clock, Theme English')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('English')
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Automatic')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowLeft')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('Escape')
    await expect(page.locator('.menu:popover-open')).toHaveCount(0)
    expect(await focusedName(page)).toBe('Language, Clock, Theme English · 24 hours · Dark')
  })

  test('a language that loads slowly is not lost when the theme is chosen meanwhile', async ({ open }) => {
    const page = await open.visit()
    const release = await hold(page, '**/assets/de-*')
    await choosePreference(page, 'Deutsch')
    await choosePreference(page, 'Dark')
    await expect(preference(page, 'Deutsch')).toBeChecked()
    release()
    await expect(page.getByText('Vermutlich bist du in')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.getByText('Vermutlich bist du in')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('the clock has 12 or 24 hours, as they choose, in one tab or another, whose other choices stay', async ({
    open,
  }) => {
    const page = await open.visit()
    const clock = page.locator('.hero time').first()
    await expect(clock).toHaveText(/^\d{1,2}:\d{2}$/)
    const other = await page.context().newPage()
    await other.goto('/')
    await choosePreference(other, '12 hours')
    await expect(other.locator('.hero time').first()).toHaveText(/^\d{1,2}:\d{2}\s[ap]m$/i)
    await choosePreference(page, 'Dark')
    await page.reload()
    await expect(preference(page, '12 hours')).toBeChecked()
    await expect(clock).toHaveText(/^\d{1,2}:\d{2}\s[ap]m$/i)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('a browser whose languages have no tags shows the page', async ({ open }) => {
    const before = (page: Page) =>
      page.addInitScript(() => {
        const languages = ['en-US@posix', 'C', 'de_DE.UTF-8', 'x']
        Object.defineProperty(navigator, 'languages', { get: () => languages })
      })
    const page = await open.visit('/', { before })
    await expect(page.locator('.hero time')).toBeVisible()
  })

  test('the service’s refusals are translated', async ({ open }) => {
    const page = await open.visit('/', { locale: 'ja' })
    const json = { status: 503, code: 'unavailable', message: 'Down.' }
    await page.route('**/v1/stats', (route) => route.fulfill({ status: 503, json }))
    await page.goto('/everyone')
    await expect(page.getByText('サービスは一時的に利用できません。')).toBeVisible()
    await expect(page.getByText('Down.')).toHaveCount(0)
  })
})
