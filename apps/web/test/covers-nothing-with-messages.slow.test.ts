import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, fillIn, pickZone, row } from './page-actions.ts'

const HEIGHT = 640
const PEOPLE = { people: ['2', '3', '4', '5', '6', '7', '8', '9'] }

test.describe('on a phone, a message never covers what it is about', () => {
  test('after a save', async ({ open }) => {
    const page = await open.visit('/', { viewport: { width: 390, height: HEIGHT } })
    await fillIn(page, { userId: 'covered', username: 'nelly' })
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly')).toBeVisible()
    await pickZone(page, 'lisbon', 'Lisbon')
    await pressAtTheEdge(page, { pressed: button(page, 'Save'), message: 'Saved: nelly is in Lisbon' })
    await isUncovered(page, button(page, 'Change'))
  })

  for (const path of ['/', `/?ids=${PEOPLE.people}`])
    test(`after somebody is removed from ${path}`, async ({ open }) => {
      const page = await open.visit(path, { viewport: { width: 390, height: HEIGHT }, stored: PEOPLE })
      const kenji = row(page, 'Kenji')
      await pressAtTheEdge(page, {
        opener: button(page, 'Options for Kenji'),
        pressed: button(page, 'Remove Kenji'),
        part: kenji,
        message: 'Kenji removed.',
      })
      await isUncovered(page, row(page, 'Sione'))
    })
})

/**
 * Presses a button whose part of the page is just above the lower edge of the screen, until it has said so: what still loads
 * above may move it away from the mouse.
 */
async function pressAtTheEdge(
  page: Page,
  {
    pressed,
    opener = pressed,
    part = pressed,
    message,
  }: { pressed: Locator; opener?: Locator; part?: Locator; message: string },
): Promise<void> {
  await expect(async () => {
    if (await page.getByText(message).isVisible()) return
    await page.keyboard.press('Escape')
    await expect(opener).toBeVisible({ timeout: 5000 })
    const { bottom, height } = await part.evaluate((element) => {
      scrollBy(0, element.getBoundingClientRect().bottom + 8 - innerHeight)
      return { bottom: Math.ceil(element.getBoundingClientRect().bottom), height: innerHeight }
    })
    // On a page that is too short to scroll.
    if (bottom + 8 < height) await page.setViewportSize({ width: 390, height: bottom + 8 })
    if (opener !== pressed) await pressMouseOn(page, opener)
    await pressMouseOn(page, pressed)
    await expect(page.getByText(message)).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 50_000 })
}

/** Not `click`, which scrolls to the middle of the screen. */
async function pressMouseOn(page: Page, pressed: Locator): Promise<void> {
  const { x = 0, y = 0, width = 0 } = (await pressed.boundingBox({ timeout: 3000 })) ?? {}
  await page.mouse.click(x + width / 2, y + 8)
}

async function isUncovered(page: Page, about: Locator): Promise<void> {
  await expect(about).toBeInViewport()
  const [message, shown] = await Promise.all([page.locator('.toast').boundingBox(), about.boundingBox()])
  if (message === null || shown === null) throw new Error('Nothing is shown')
  expect(message.y >= shown.y + shown.height || message.y + message.height <= shown.y).toBe(true)
}
