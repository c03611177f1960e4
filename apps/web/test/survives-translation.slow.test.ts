import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, choosePreference, zoneField } from './page-actions.ts'
import { NOW, openView, VIEWS, viewIsReady } from './views.ts'

// On a working day.
const LATER = '2026-11-23T22:47:00Z'

for (const name of ['now-saved', 'now-group', 'meet', 'person', 'everyone', 'now-signed-in'] as const)
  test(`${name} shows the time after the browser has translated it`, async ({ open }) => {
    const view = VIEWS[name]
    if (view === undefined) throw new Error(`There is no view ${name}`)
    const page = await openView(open, view, { now: LATER })
    const later = await words(page)
    await page.clock.setFixedTime(NOW)
    await page.reload()
    await viewIsReady(page, view)
    await translate(page)
    expect(await words(page)).not.toEqual(later)
    await page.clock.setFixedTime(LATER)
    await expect.poll(() => words(page)).toEqual(later)
  })

test('the picker and the views work after each of their states has been translated', async ({ open }) => {
  const page = await open.visit('/', { now: NOW })
  await button(page, 'Change').click()
  for (const query of ['new', 'zzzzz', 'ist', '', 'berlin']) {
    await zoneField(page).fill(query)
    await translate(page)
  }
  await zoneField(page).fill('tokyo')
  await page.getByRole('option', { name: 'Tokyo' }).first().click()
  await expect(page.getByTestId('chosen-zone')).toHaveText('Tokyo')
  await expect(page.locator('.hero').getByText('Tokyo, Japan')).toBeVisible()
  await translate(page)
  for (const tab of ['Meet', 'Everyone', 'Now']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
    await translate(page)
  }
  await choosePreference(page, 'Deutsch')
  await expect(page.getByText('Datenschutz').first()).toBeVisible()
})

test('copying and its note work after a translation', async ({ open }) => {
  const page = await open.visit('/u/6')
  await translate(page)
  for (const isForbidden of [false, true]) {
    await page.evaluate((isForbidden) => {
      const answer = () => (isForbidden ? Promise.reject(new Error('forbidden')) : Promise.resolve())
      navigator.clipboard.writeText = answer
    }, isForbidden)
    await page.locator('.hero .button-sky').last().click()
    await expect(
      page.getByText(isForbidden ? 'Your browser blocked copying.' : 'Copied.').first(),
    ).toBeVisible()
    await translate(page)
  }
  await page.getByRole('link', { name: 'Now', exact: true }).click()
  await expect(page.getByText('You seem to be in')).toBeVisible()
})

/** Replaces each text by elements that hold it, as the translators of Chrome and Edge do. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement
      if (text.data.trim() === '' || parent?.closest('[translate=no], script, style, textarea, font'))
        continue
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      font.firstElementChild?.append(text.data)
      text.replaceWith(font)
    }
  })
}

/** What the view says, without spaces: a translator moves them. */
function words(page: Page): Promise<string> {
  return page.locator('main').evaluate((main) => main.textContent.replaceAll(/\s+/g, ''))
}
