import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  button,
  deleteGroup,
  focusedName,
  removePerson,
  renameGroup,
  row,
  rowWithout,
  saveAsGroup,
  storedPeople,
  zoneField,
} from './page-actions.ts'

const PEOPLE = { people: ['2', '3', '4', '5', '6', '7', '8', '9'] }
const PHONE = { viewport: { width: 390, height: 600 } }

test.describe('the place in the page', () => {
  test('a view that is opened begins at its top with the focus on its heading, and Back restores both', async ({
    open,
  }) => {
    const page = await open.visit('/', { ...PHONE, stored: PEOPLE })
    const sione = page.getByRole('link', { name: 'Sione' })
    await sione.scrollIntoViewIfNeeded()
    const before = await scrolled(page)
    expect(before).toBeGreaterThan(0)
    await sione.click()
    await expect.poll(() => focusedName(page)).toBe('Sione')
    await expect(page.getByRole('heading', { name: 'Sione', exact: true })).toBeFocused()
    expect(await scrolled(page)).toBe(0)

    const footer = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })
    await footer.scrollIntoViewIfNeeded()
    const below = await scrolled(page)
    await footer.click()
    await expect(page.getByRole('heading', { name: 'Privacy' })).toBeFocused()
    expect(await scrolled(page)).toBe(0)

    await page.goBack()
    await expect(footer).toBeFocused()
    await expect.poll(() => scrolled(page)).toBe(below)
    await page.goBack()
    await expect(sione).toBeFocused()
    await expect.poll(() => scrolled(page)).toBe(before)
    await page.goForward()
    await expect(footer).toBeFocused()
    await expect.poll(() => scrolled(page)).toBe(below)
  })

  test('each tab leads to a heading, also one that loads, is marked, and names the view in the title', async ({
    open,
  }) => {
    const page = await open.visit('/privacy', { stored: PEOPLE })
    for (const [tab, heading] of [
      ['Meet', 'My people'],
      ['Everyone', 'Where everyone is'],
      ['Now', 'Now'],
    ] as const) {
      await page.getByRole('link', { name: tab, exact: true }).press('Enter')
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeFocused()
      await expect(page).toHaveTitle(`${tab} · Timezone Registry`)
      await expect(page.locator('[aria-current=page]')).toHaveText(tab)
    }
  })

  test('no button moves away from a press once it is known how people save here', async ({ login }) => {
    const page = await login.visit('/privacy')
    await page.route('**/auth', async (route) => {
      await page.locator('.hero time').first().waitFor()
      await route.continue()
    })
    await page.addInitScript(() => {
      const places = new Set<number | undefined>()
      const look = () => {
        places.add(document.getElementById('change-zone')?.offsetLeft)
        places.add(document.getElementById('change-zone')?.offsetTop)
        requestAnimationFrame(look)
      }
      look()
      Object.assign(window, { places })
    })
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Save Berlin with Discord' })).toBeVisible()
    await expect(button(page, 'Change')).toBeVisible()
    const places = await page.evaluate(() => [...(window as unknown as { places: Set<number> }).places])
    // Nowhere, and then at one place.
    expect(places).toHaveLength(3)
  })

  test('what somebody types stays while it is asked again who they are', async ({ login }) => {
    const page = await login.visit()
    await page.getByLabel('Add people').fill('may')
    await page.evaluate(() => Object.assign(window, { field: document.activeElement }))
    const asked = page.waitForResponse('**/v1/me')
    // As when the window gets the focus.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await asked
    await button(page, 'Change').click()
    await expect(zoneField(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Add people')).toHaveValue('may')
    expect(await page.evaluate(() => (window as unknown as { field: Element }).field.isConnected)).toBe(true)
  })

  test('a press that hides the suggestions is not lost: the page does not get shorter', async ({ open }) => {
    const page = await open.visit('/', { viewport: { width: 1280, height: 560 } })
    await page.getByLabel('Add people').fill('may')
    const maya = page.getByRole('option', { name: /^Maya / })
    await expect(maya).toBeInViewport()
    await button(page, 'Change').click()
    await expect(zoneField(page)).toBeFocused()
    await expect(maya).toBeHidden()
  })

  test('the keys of the search work wherever they are pressed', async ({ open }) => {
    const page = await open.visit('/favicon.svg', { stored: PEOPLE })
    const search = page.getByRole('combobox', { name: 'Find a person or a place' })
    for (const path of ['/', '/meet', '/u/3', '/nowhere']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
      if (path === '/meet') await page.getByRole('radio', { name: '1 hour' }).check({ force: true })
      for (const key of ['/', 'Control+k', 'Meta+k']) {
        await page.keyboard.press(key)
        await expect(search, path).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(search, path).toHaveCount(0)
      }
    }
  })

  test('stays where somebody is after a group is named, renamed, kept and deleted, and people are removed', async ({
    open,
  }) => {
    const page = await open.visit('/?ids=2,3,nobody')
    await saveAsGroup(page, 'Raid')
    await expect(page.getByRole('link', { name: 'Raid' })).toBeFocused()
    await renameGroup(page, 'Raid', 'Raiders')
    await expect(page.getByRole('link', { name: 'Raiders' })).toBeFocused()
    await deleteGroup(page, 'Raiders')
    await expect(page.getByRole('link', { name: 'My people' })).toBeFocused()

    await rowWithout(page, 'nobody')
    await removePerson(page, 'nobody')
    await expect.poll(() => focusedName(page)).toMatch(/^Options for/)

    const friend = await open.visit('/?name=Raid&ids=2')
    await button(friend, 'Keep it').click()
    await expect(friend.getByRole('link', { name: 'Raid' })).toBeFocused()
  })
})

test('a menu is opened and walked through by the arrow keys, Home and End', async ({ open }) => {
  const page = await open.visit('/?name=Raid&ids=2,3', { stored: { people: ['6'] } })
  await button(page, 'Keep it').click()
  const menu = button(page, 'Options for Raid')
  await menu.focus()
  for (const [key, item] of [
    ['ArrowDown', 'Rename group'],
    ['ArrowDown', 'Delete group'],
    ['ArrowDown', 'Rename group'],
    ['ArrowUp', 'Delete group'],
    ['Home', 'Rename group'],
    ['End', 'Delete group'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(button(page, item)).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(button(page, 'Delete group')).toBeHidden()
})

test('the field for people is the same element while what it needs loads, and takes a suggestion by the keyboard', async ({
  open,
}) => {
  const page = await open.visit()
  const field = page.getByLabel('Add people')
  const first = await field.elementHandle()
  await field.pressSequentially('ma')
  await expect(page.getByRole('option', { name: /^Maya / })).toBeVisible()
  const answered = page.waitForResponse(/search.*name=may/)
  await field.pressSequentially('y')
  await answered
  await expect(page.getByRole('option', { name: /^Maya / })).toBeVisible()
  expect(await page.evaluate((element) => element === document.activeElement, first)).toBe(true)
  await expect(field).toHaveValue('may')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: /^Maya / })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Maya')).toBeVisible()
  await expect(field).toHaveValue('')
  expect(await page.evaluate((element) => element === document.activeElement, first)).toBe(true)
  expect(await storedPeople(page)).toEqual(['3'])
})

test('keys that an input method takes leave a group’s name and what somebody is called in their fields', async ({
  open,
}) => {
  const page = await open.visit('/?ids=2,3')
  await button(page, 'Save as group').click()
  const name = page.getByLabel('Group name')
  await name.fill('らい')
  await pressWhileComposing(page, 'Escape')
  await expect(name).toHaveValue('らい')
  await page.keyboard.press('Escape')
  await expect(name).toHaveCount(0)

  await button(page, 'Options for Maya').click()
  const called = page.getByLabel('Name only you see').filter({ visible: true })
  await called.fill('まや')
  await pressWhileComposing(page, 'Escape')
  await expect(called).toHaveValue('まや')
})

test('a tap on the map of everyone shows what is there', async ({ open }) => {
  const page = await open.visit('/everyone', { ...PHONE, hasTouch: true })
  const dot = page.locator('.crowd-dot').first()
  await dot.scrollIntoViewIfNeeded()
  const box = await dot.boundingBox()
  if (box === null) throw new Error('No dot is shown')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.locator('.crowd-label')).toBeVisible()
})

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY))
}

/** What the browser sends for a key that ends a composition. */
async function pressWhileComposing(page: Page, key: string): Promise<void> {
  await page.evaluate((key) => {
    const event = new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, key)
}
