import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directionOf, LANGUAGES, type Language } from '../src/texts/languages.ts'
import { findAxeViolations } from './axe.ts'
import { findCutPlaceholders, findOverflow } from './find-overflow.ts'
import { browserMissing, openBrowser } from './open-browser.ts'
import { MAYA, NOOR, savePeople, sidewaysScroll } from './page-actions.ts'
import { openTour } from './surfaces/surface-tour.ts'
import { SURFACE_TOURS } from './surfaces/surface-tours.ts'

const PHONE = { width: 360, height: 800 }
const NELLY = ['80351110224678912', 'nelly', 'America/Argentina/Buenos_Aires'] as const
const VIEWS = [
  '/',
  '/people',
  '/people?ids=ny,np',
  '/meet',
  '/meet?ids=ny,np',
  '/u/ny',
  '/u/nobody',
  '/everyone',
  '/privacy',
  '/account',
]

describe.skipIf(browserMissing !== undefined)('in every language', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
    await savePeople(browser.address, [MAYA, NOOR, NELLY])
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  test.for(Object.keys(LANGUAGES) as Language[])(
    '%s: texts fit a phone, nothing scrolls sideways, and axe finds nothing',
    async (language) => {
      const { page, complaints } = await browser.openPage({
        locale: language,
        viewport: PHONE,
        reducedMotion: 'reduce',
      })
      for (const path of VIEWS) {
        await page.goto(browser.address + path)
        await page.getByRole('heading', { level: 2 }).first().waitFor({ state: 'attached' })
        await page.waitForLoadState('load')
        expect.soft(await page.locator('html').getAttribute('lang'), path).toBe(language)
        expect.soft(await page.locator('html').getAttribute('dir'), path).toBe(directionOf(language))
        expect.soft(await findOverflow(page), path).toEqual([])
        expect.soft(await sidewaysScroll(page), path).toBeLessThanOrEqual(0)
        expect.soft(await findAxeViolations(page), path).toEqual([])
      }
      expect(complaints).toEqual([])
    },
  )

  test.for(Object.keys(LANGUAGES) as Language[])(
    '%s: whatever opens on top of a view fits a phone',
    async (language) => {
      const { page, complaints } = await browser.openPage({
        locale: language,
        viewport: PHONE,
        reducedMotion: 'reduce',
      })
      for (const tour of SURFACE_TOURS) {
        await openTour(page, browser.address, tour)
        for (const [name, open] of Object.entries(tour.surfaces)) {
          await open(page)
          expect.soft(await findOverflow(page), name).toEqual([])
          expect.soft(await findCutPlaceholders(page), name).toEqual([])
          expect.soft(await sidewaysScroll(page), name).toBeLessThanOrEqual(0)
        }
      }
      expect(complaints).toEqual([])
    },
  )

  test('a right-to-left page is laid out as such before its scripts arrive', async () => {
    const { page } = await browser.openPage({ locale: 'ar-EG' })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    expect(await page.locator('html').getAttribute('lang')).toBe('ar')
  })

  test('another language is chosen and kept, and says so in its own name', async () => {
    const { page } = await browser.openPage()
    await page.getByLabel('Language').selectOption('Français')
    await page.getByText('Documentation de l’API').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await page.reload()
    await page.getByText('Documentation de l’API').waitFor()
    await page.getByLabel('Langue').selectOption('العربية')
    await page.getByText('وثائق API').waitFor()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  })

  test('the service’s refusals are translated', async () => {
    const { page } = await browser.openPage({ locale: 'ja' })
    await page.route('**/v1/stats', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'x',
          status: 503,
          code: 'unavailable',
          message: 'Down.',
        }),
      }),
    )
    await page.goto(`${browser.address}/everyone`)
    await page.getByText('サービスは一時的に利用できません。').waitFor()
    expect(await page.getByText('Down.').count()).toBe(0)
  })
})
