import type { Locator, Page } from '@playwright/test'
import type { Language } from '../src/texts/languages.ts'
import { expect, test } from './fixtures.ts'
import { chooseLanguage, choosePreference, ENGLISH_LAST } from './page-actions.ts'
import { ACCOUNT_ANSWERS } from './shown-answers.ts'

const MONDAY = '2030-06-17T05:00Z'
const PHONE = { width: 390, height: 844 }
const DASH = /[-–—~〜～]/
const BREAKS = /[ \u2009\u202f]/
const VIEWS = {
  '/?ids=2,3,6,9': '.person-row:nth-child(4) .ribbon',
  // From before midnight until midnight.
  '/meet?ids=2,3,6,9&at=2030-06-17T21:00Z': '.slot-frame',
  '/meet?ids=2,3,6,9&at=2030-06-17T09:00Z': '.slot-frame',
  '/u/6': '.two-days .ribbon',
  '/account/availability': '.week-range >> nth=0',
}

/** The texts of the view that hold a time, as they are written, without what only the code of a format is. */
function timesOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    const texts: string[] = []
    while (walker.nextNode()) texts.push((walker.currentNode as Text).data)
    return texts.filter((text) => /\d:\d\d/.test(text) && !/UTC|<t:/.test(text))
  })
}

/** What is wrong with how a text writes its times. */
function faultsOf(text: string, { language, clock }: { language: Language; clock: '12' | '24' }): string[] {
  const hours = [...text.matchAll(/(\d+):\d\d/g)].map(([, hour = '']) => hour)
  const [, dash = ''] =
    /\d:\d\d([^\d:]*?[-–—~〜～][^\d:]*?)\d/.exec(text.replace(/[\u2068\u2069]/g, '')) ?? []
  const halves = text.match(/\d:\d\d([ \u00a0\u2009\u202f])(?:[AP]M|[ap]\.|[صم])/gi) ?? []
  return [
    ...(hours.every((hour) =>
      clock === '24' ? hour.length === 2 : !hour.startsWith('0') || language === 'ja',
    )
      ? []
      : ['padding']),
    ...(dash === '' || dash.includes(language === 'ja' ? '〜' : '–') ? [] : ['dash']),
    ...(new RegExp(`${BREAKS.source}${DASH.source}|${DASH.source}${BREAKS.source}`).test(dash)
      ? ['space']
      : []),
    ...(clock === '12' && halves.some((half) => BREAKS.test(half)) ? ['break'] : []),
  ].map((fault) => `${fault}: ${text}`)
}

for (const [path, ready] of Object.entries(VIEWS))
  test(`${path} writes times and ranges in one way in every language, on both clocks`, async ({ open }) => {
    const page = await open.visit(path, {
      now: MONDAY,
      viewport: PHONE,
      answers: path.startsWith('/account') ? ACCOUNT_ANSWERS : {},
    })
    for (const clock of ['12', '24'] as const) {
      await choosePreference(page, `${clock} hours`)
      for (const language of ENGLISH_LAST) {
        await chooseLanguage(page, language)
        await expect(page.locator(ready).first()).toBeVisible()
        const how = `${language}, ${clock} hours`
        const texts = await timesOn(page)
        expect(texts.length, how).toBeGreaterThan(0)
        const faults = texts.flatMap((text) => faultsOf(text, { language, clock }))
        expect.soft(faults, how).toEqual([])
        if (!path.startsWith('/?')) continue
        const ruler = await page.locator('.axis-ruler span').allTextContents()
        // The first and the last are a day apart.
        expect.soft(new Set(ruler).size, `${how}: ${ruler.join(' ')}`).toBeGreaterThanOrEqual(8)
      }
    }
  })

const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x ?? Number.NaN

test('the hours of a week run from left to right in Arabic, in the fields as in the picture', async ({
  open,
}) => {
  const page = await open.visit('/account/availability', { locale: 'ar-EG', answers: ACCOUNT_ANSWERS })
  const fields = page.locator('.week-range').first().locator('input')
  expect(await leftOf(fields.first())).toBeLessThan(await leftOf(fields.last()))
  const marks = page.locator('.week-marks span')
  expect(await leftOf(marks.first())).toBeLessThan(await leftOf(marks.last()))
})

test('a place that is ahead has its sign before the number, also from right to left', async ({ open }) => {
  const page = await open.visit('/', { locale: 'ar-EG', now: MONDAY })
  await page.locator('.find-button').click()
  await page.locator('.zone-sheet [role=combobox]').fill('tokyo')
  const apart = page.locator('.place-row .place-row-details').filter({ hasText: '+' }).first()
  await expect(apart).toBeVisible()
  const [sign = 0, digit = 0] = await apart.evaluate(({ firstChild: text }) =>
    [/[+−]/, /\d/].map((character) => {
      const range = document.createRange()
      const at = (text as Text).data.search(character)
      range.setStart(text as Text, at)
      range.setEnd(text as Text, at + 1)
      return range.getBoundingClientRect().left
    }),
  )
  expect(sign).toBeLessThan(digit)
})
