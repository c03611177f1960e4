import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import {
  button,
  CLIPBOARD,
  callPerson,
  copied,
  deleteGroup,
  hold,
  removePerson,
  row,
  saveAsGroup,
  storedPeople,
} from './page-actions.ts'

const NOW = '2026-11-21T13:42Z'
const ANNA = '@Europe/Lisbon Anna'

const field = (page: Page) => page.getByLabel('Add people')

/** Enters a text before anything can have answered. */
async function enter(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** Says in which zone somebody is whom nobody knows. */
async function setZone(page: Page, name: string, city: string, shown = name): Promise<void> {
  await enter(page, name)
  await button(page, `Set ${name}’s time zone, only you see it`).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill(city)
  await page.keyboard.press('Enter')
  await expect(row(page, shown)).toBeVisible()
}

test.describe('what is entered waits for its search', () => {
  test('so that a name becomes who has it, not an id that nobody has', async ({ open }) => {
    const page = await open.visit('/', { now: NOW })
    const release = await hold(page, '**/v1/search*')
    await enter(page, 'aarav')
    await expect(field(page)).toHaveValue('aarav')
    release()
    await expect(row(page, 'Aarav')).toBeVisible()
    expect(await storedPeople(page)).toEqual(['2'])
    await expect(field(page)).toHaveValue('')
    await expect(field(page)).toBeFocused()
  })

  test('and offers nothing for what is no name', async ({ open }) => {
    const page = await open.visit('/', { now: NOW })
    await enter(page, 'Mum')
    await expect(button(page, 'Set Mum’s time zone, only you see it')).toBeVisible()
    await enter(page, '@')
    await expect(page.locator('.add-people-note')).toHaveText(/^A name, a place, a user ID or a mention/)
    expect(await page.locator('.suggestions').count()).toBe(0)
  })

  test('and asks which of two people of one name is meant', async ({ open }) => {
    const page = await open.visit('/', { now: NOW })
    await enter(page, 'nelly')
    await expect(page.getByText('2 people are called nelly. Choose one.')).toBeVisible()
    expect(await storedPeople(page)).toEqual([])
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('option', { name: 'nelly Buenos Aires' }).click()
    await expect(row(page, 'nelly').getByText('Buenos Aires')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Local times' }).getByRole('listitem')).toHaveCount(1)
  })

  test('and says who is in the list already', async ({ open }) => {
    const people = ['3', '@Asia/Tokyo', '@Europe/Lisbon Sofia']
    const page = await open.visit('/', { stored: { people } })
    for (const name of ['Tokyo', 'Sofia']) {
      await enter(page, name.toLowerCase())
      await expect(page.getByText(`${name} is already here`).first()).toBeVisible()
    }
    await enter(page, 'maya')
    await expect(page.getByText('Maya is already here').first()).toBeVisible()
    await expect(field(page)).toHaveAttribute('aria-invalid', 'false')
    await enter(page, '3')
    await expect(page.getByText('Maya is already here').first()).toBeVisible()
    expect(await storedPeople(page)).toEqual(people)
  })

  test('and a place is a row, in every view and in a link', async ({ open }) => {
    const page = await open.visit('/', { now: NOW, permissions: CLIPBOARD })
    await enter(page, 'tokyo')
    await expect(row(page, 'Tokyo').locator('.person-time')).toHaveText(/^22:42/)
    await expect(row(page, 'Tokyo').locator('.row-details')).toHaveText(/^\u200e\+8\sh$/)
    await enter(page, 'munich')
    await expect(row(page, 'Munich').getByText('Berlin')).toBeVisible()
    expect(await storedPeople(page)).toEqual(['@Asia/Tokyo', '@Europe/Berlin Munich'])
    await button(page, 'Share').click()
    const friend = await open.visit(await copied(page), { now: NOW, locale: 'de-DE' })
    await expect(friend.locator('.person-row .row-name')).toHaveText(['Munich', 'Tokio'])
    await friend.locator('header').getByRole('link', { name: 'Treffen' }).click()
    await expect(friend.locator('.meet-who')).toHaveText(['Du', 'Munich', 'Tokio'])
  })
})

test.describe('somebody who is not registered', () => {
  test('is a row of this browser that survives everything, and is offered an invitation', async ({
    open,
  }) => {
    const page = await open.visit('/', { now: NOW, permissions: CLIPBOARD })
    await enter(page, 'Anna')
    await expect(page.getByText('Nobody here is called Anna.')).toBeVisible()
    await button(page, 'Copy an invitation').click()
    await expect.poll(() => copied(page)).toBe(open.address)
    await setZone(page, 'Anna', 'lisbon')
    await expect(field(page)).toBeFocused()
    await setZone(page, 'Ben, jr.', 'tokyo', 'Ben jr.')
    expect(await storedPeople(page)).toEqual([ANNA, '@Asia/Tokyo Ben jr.'])
    await page.reload()
    await expect(row(page, 'Anna').locator('.person-time')).toHaveText(/^13:42/)

    await saveAsGroup(page, 'Friends')
    await removePerson(page, 'Anna')
    await button(page, 'Undo').click()
    await callPerson(page, 'Anna', 'Annie')
    await expect(row(page, 'Annie')).toBeVisible()
    await page.getByRole('link', { name: 'My people' }).click()
    await expect(row(page, 'Annie').getByText('Lisbon')).toBeVisible()

    await page.getByRole('link', { name: 'Find a time' }).click()
    await expect(page.locator('.meet-who')).toHaveText(['Annie', 'You', 'Ben jr.'])
    await button(page, 'More').click()
    await button(page, 'Copy as text').click()
    await expect.poll(() => copied(page)).toMatch(/ – Annie \(Lisbon\)/)
  })

  test('is never asked about, nor has a page', async ({ open }) => {
    const page = await open.visit('/favicon.svg')
    const asked: string[] = []
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())))
    await page.goto('/?ids=3,%40Europe%2FLisbon+Anna,%40Asia%2FTokyo')
    await expect(row(page, 'Anna')).toBeVisible()
    await expect(row(page, 'Anna').getByRole('link')).toHaveCount(0)
    await expect(row(page, 'Maya').getByRole('link')).toHaveCount(1)
    expect(asked.filter((url) => url.includes('/v1/') && /Lisbon|Anna/.test(url))).toEqual([])
  })

  for (const [how, add] of [
    ['by name', (page: Page) => enter(page, 'kenji')],
    [
      'on their page',
      async (page: Page) => {
        await page.goto('/u/6')
        await button(page, 'Add to my people').click()
      },
    ],
  ] as const)
    test(`becomes the registered person who is added ${how}, which can be undone`, async ({ open }) => {
      const kenji = '@America/New_York Kenji'
      const groups = [{ id: 'Raid', name: 'Raid', ids: [kenji, '3'] }]
      const page = await open.visit('/', { stored: { people: ['3', kenji], groups } })
      await expect(row(page, 'Kenji').getByText('New York')).toBeVisible()
      await add(page)
      await expect(page.getByText('Kenji shares their own time zone now.')).toBeVisible()
      expect(await storedPeople(page)).toEqual(['3', '6'])
      await button(page, 'Undo').click()
      expect(await storedPeople(page)).toEqual(['3', '6', kenji])
      await page.goto('/?name=Raid')
      await expect(row(page, 'Kenji')).toHaveCount(2)
    })
})

test('a group that another window deletes while it is renamed does not come back with everybody', async ({
  open,
}) => {
  const groups = [{ id: 'Raid', name: 'Raid', ids: ['2'] }]
  const page = await open.visit('/?name=Raid', { stored: { people: ['3', '6'], groups } })
  await button(page, 'Options for Raid').click()
  await button(page, 'Rename group').click()
  await page.getByLabel('Group name').fill('Raiders')
  const other = await page.context().newPage()
  await other.goto('/?name=Raid')
  await deleteGroup(other, 'Raid')
  await expect(page.getByLabel('Group name')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'My people' })).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('timezone-registry:groups'))).toBe('[]')
})
