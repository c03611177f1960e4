import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  addPeople,
  button,
  CLIPBOARD,
  callPerson,
  copied,
  deleteGroup,
  removePerson,
  renameGroup,
  row,
  saveAsGroup,
} from './page-actions.ts'

test.describe('a list of people', () => {
  test('form groups, which are kept, travel as a link, and can be deleted', async ({ open }) => {
    const page = await open.visit('/?ids=2,3', { permissions: CLIPBOARD })
    await saveAsGroup(page, 'Raid team')
    await expect(page.getByRole('heading', { name: 'Raid team' })).toBeAttached()
    expect(new URL(page.url()).search).toBe('?name=Raid+team')
    await page.getByRole('link', { name: 'My people' }).click()
    await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeAttached()
    await page.getByRole('link', { name: 'Raid team' }).click()
    await expect(row(page, 'Aarav')).toBeVisible()
    await button(page, 'Share').click()
    const shared = '/?name=Raid+team&ids=2,3'
    expect(await copied(page)).toBe(open.address + shared)

    const friend = await open.visit(shared)
    await expect(friend.getByRole('heading', { name: 'Raid team' })).toBeAttached()
    await expect(friend.getByText('This group was shared with you.')).toBeVisible()
    await button(friend, 'Keep it').click()
    await friend.goto('/')
    await expect(friend.getByRole('link', { name: 'Raid team' })).toBeVisible()

    await renameGroup(page, 'Raid team', 'Raiders')
    await expect(page.getByRole('link', { name: 'Raiders' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('link', { name: 'Raid team' })).toHaveCount(0)
    await deleteGroup(page, 'Raiders')
    await expect(page.getByText('Group Raiders deleted.')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(page.getByRole('link', { name: 'Raiders' })).toBeVisible()
  })

  test('have names that only the reader sees, which are kept', async ({ open }) => {
    const page = await open.visit('/?ids=2,3', { permissions: CLIPBOARD })
    const field = page.getByLabel('Name only you see').filter({ visible: true })
    await callPerson(page, 'Maya', 'Sis')
    await expect(row(page, 'Sis')).toBeVisible()
    await button(page, 'Options for Aarav').click()
    await field.fill('Somebody else')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(row(page, 'Aarav')).toBeVisible()
    await page.reload()
    await expect(row(page, 'Sis')).toBeVisible()
    await button(page, 'Share').click()
    await expect.poll(() => copied(page)).toBe(`${open.address}/?ids=2,3`)

    await page.getByRole('link', { name: 'Find a time' }).click()
    await expect(page.locator('.meet-row', { hasText: 'Sis' })).toBeVisible()
    await button(page, 'More').click()
    await button(page, 'Copy as text').click()
    await expect.poll(() => copied(page)).toMatch(/ – Maya \(New York\)/)
    expect(await copied(page)).not.toContain('Sis')

    await page.goto('/')
    await callPerson(page, 'Sis', '')
    await expect(row(page, 'Maya')).toBeVisible()
  })

  test('have a menu that opens their page, copies its link, and finds a time with them', async ({ open }) => {
    const page = await open.visit('/?ids=3,@Asia/Tokyo', { permissions: CLIPBOARD })
    await button(page, 'Options for Maya').click()
    await button(page, 'Copy link').click()
    await expect.poll(() => copied(page)).toBe(`${open.address}/u/3`)
    const menu = page.locator('.menu:popover-open')
    await menu.getByRole('link', { name: 'Open' }).click()
    await expect(page).toHaveURL('/u/3')
    await page.goBack()
    await button(page, 'Options for Tokyo').click()
    await expect(menu.getByRole('link')).toHaveText(['Meet'])
    await menu.getByRole('link').click()
    await expect(page).toHaveURL(
      (url) => url.pathname === '/meet' && url.searchParams.get('ids') === '@Asia/Tokyo',
    )
  })

  test('of one’s own list stay when somebody else’s link or an older tab is changed', async ({ open }) => {
    const page = await open.visit('/?ids=2')
    const stored = () => page.evaluate(() => localStorage.getItem('timezone-registry:people'))
    await expect(row(page, 'Aarav')).toBeVisible()
    await page.goto('/?ids=3')
    await expect(row(page, 'Maya')).toBeVisible()
    await addPeople(page, '4')
    await expect(row(page, 'Sione')).toBeVisible()
    expect(await stored()).toBe('["2","4"]')

    await page.goto('/')
    await expect(row(page, 'Sione')).toBeVisible()
    const tab = await page.context().newPage()
    await tab.goto('/u/3')
    await button(tab, 'Add to my people').click()
    await removePerson(page, 'Sione')
    expect(await stored()).toBe('["2","3"]')
  })

  for (const problem of ['full', 'blocked'])
    test(`stay from view to view where the storage is ${problem}`, async ({ open }) => {
      const page = await open.visit('/favicon.svg')
      await page.addInitScript((kind) => {
        const refuse = () => {
          throw new DOMException('No storage', 'QuotaExceededError')
        }
        if (kind === 'full') Storage.prototype.setItem = refuse
        else Object.defineProperty(window, 'localStorage', { get: refuse })
      }, problem)
      await page.goto('/')
      await addPeople(page, '2')
      await expect(row(page, 'Aarav')).toBeVisible()
      await page.getByRole('link', { name: 'Everyone' }).click()
      await page.getByRole('link', { name: 'Now', exact: true }).click()
      await expect(row(page, 'Aarav')).toBeVisible()
    })
})

test.describe('nothing that was done to a list is lost', () => {
  const RAID = { name: 'Raid', ids: ['2', '3'] }

  test('Undo brings somebody back to the group that they were in, also after it was left and renamed', async ({
    open,
  }) => {
    const page = await open.visit('/?name=Raid&ids=2,3', {
      stored: { groups: [RAID], people: ['4'] },
    })
    await removePerson(page, 'Maya')
    await page.getByRole('link', { name: 'My people' }).click()
    await expect(row(page, 'Sione')).toBeVisible()
    await button(page, 'Undo').click()
    await page.getByRole('link', { name: 'Raid' }).click()
    await expect(row(page, 'Maya')).toBeVisible()
    expect(await listsOf(page)).toEqual({ '': ['4'], Raid: ['2', '3'] })

    await removePerson(page, 'Maya')
    await renameGroup(page, 'Raid', 'Raiders')
    await expect(page.getByRole('link', { name: 'Raiders' })).toBeVisible()
    await button(page, 'Undo').click()
    expect(await listsOf(page)).toEqual({ '': ['4'], Raiders: ['2', '3'] })
  })

  for (const path of ['/', '/?name=Party&ids=2,3'])
    test(`Undo keeps who was added since (${path})`, async ({ open }) => {
      const page = await open.visit(path, { stored: { people: ['2', '3'] } })
      await removePerson(page, 'Maya')
      await addPeople(page, '6')
      await expect(row(page, 'Kenji')).toBeVisible()
      await button(page, 'Undo').click()
      for (const name of ['Aarav', 'Maya', 'Kenji']) await expect(row(page, name)).toBeVisible()
    })

  test('Undo also brings back what somebody was called', async ({ open }) => {
    const page = await open.visit('/', {
      stored: { people: ['2', '3'], names: { 2: 'Bro', 3: 'Sis' } },
    })
    await removePerson(page, 'Sis')
    await callPerson(page, 'Bro', 'Brother')
    await expect(row(page, 'Brother')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(row(page, 'Sis')).toBeVisible()
  })

  test('a group never replaces another of its name, whether it is new, renamed, shared or brought back', async ({
    open,
  }) => {
    const page = await open.visit('/', { stored: { groups: [RAID], people: ['4'] } })
    await saveAsGroup(page, 'Raid')
    await expect(page.getByRole('link', { name: 'Raid 2' })).toHaveAttribute('aria-current', 'true')
    await renameGroup(page, 'Raid 2', 'Raid')
    expect(await listsOf(page)).toEqual({ '': ['4'], Raid: ['2', '3'], 'Raid 2': ['4'] })

    await page.goto('/?name=Raid&ids=6')
    await expect(row(page, 'Kenji')).toBeVisible()
    await addPeople(page, '8')
    await expect(row(page, 'Zoë')).toBeVisible()
    await button(page, 'Keep it').click()
    expect(await listsOf(page)).toEqual({
      '': ['4'],
      Raid: ['2', '3'],
      'Raid 2': ['4'],
      'Raid 3': ['6', '8'],
    })
  })

  test('two windows keep each other’s changes to a group, and show them', async ({ open }) => {
    const page = await open.visit('/?name=Raid&ids=2,3', { stored: { groups: [RAID] } })
    const other = await page.context().newPage()
    await other.goto('/?name=Raid&ids=2,3')
    for (const window of [page, other])
      await expect(window.getByRole('link', { name: 'Raid' })).toHaveAttribute('aria-current', 'true')
    for (const [window, id] of [
      [page, '6'],
      [other, '8'],
    ] as const) {
      await addPeople(window, id)
      await expect(window.getByLabel('Add people')).toHaveValue('')
    }
    await removePerson(page, 'Maya')
    expect((await listsOf(page)).Raid?.toSorted()).toEqual(['2', '6', '8'])
    for (const name of ['Aarav', 'Kenji', 'Zoë']) await expect(row(page, name)).toBeVisible()

    for (const [window, another, before, after] of [
      [page, other, 'Raid', 'Raiders'],
      [other, page, 'Raiders', 'Chess'],
      [page, other, 'Chess', 'Guild'],
    ] as const) {
      await renameGroup(window, before, after)
      await expect(another.getByRole('link', { name: after })).toHaveAttribute('aria-current', 'true')
    }
    await removePerson(other, 'Zoë')
    expect(await listsOf(page)).toMatchObject({ Guild: ['2', '6'] })
  })

  test('two windows that add somebody in the same moment keep both, in every list', async ({ open }) => {
    const page = await open.visit('/', { stored: { groups: [RAID] } })
    const windows = [page, await page.context().newPage()]
    for (const path of ['/', '/?name=Raid'])
      for (let round = 0; round < 10; round++) {
        const added = windows.map((_, index) => `${path.length}${round}${index}`)
        await Promise.all(
          windows.map(async (window, index) => {
            if (round === 0) await window.goto(path)
            await window.getByLabel('Add people').fill(added[index] ?? '')
          }),
        )
        const at = Date.now() + 200
        await Promise.all(windows.map((window) => window.evaluate(pressEnterAt, at)))
        await expect
          .poll(async () => Object.values(await listsOf(page)).flat())
          .toEqual(expect.arrayContaining(added))
      }
  })

  test('Undo brings somebody back with their group if another window has deleted it', async ({ open }) => {
    const page = await open.visit('/?name=Raid', { stored: { groups: [RAID], people: ['4'] } })
    const other = await page.context().newPage()
    await other.goto('/?name=Raid')
    await removePerson(page, 'Maya')
    await deleteGroup(other, 'Raid')
    await expect(page.getByRole('link', { name: 'Raid' })).toHaveCount(0)
    await button(page, 'Undo').click()
    expect(await listsOf(page)).toEqual({ '': ['4'], Raid: ['3'] })
    await button(other, 'Undo').click()
    await expect.poll(() => listsOf(page)).toEqual({ '': ['4'], Raid: ['3', '2'] })
  })

  test('a window stays with the group that it shows when another group takes a name that it had', async ({
    open,
  }) => {
    const page = await open.visit('/?name=Raid', { stored: { groups: [RAID], people: ['4'] } })
    const other = await page.context().newPage()
    await other.goto('/?name=Raid')
    await renameGroup(other, 'Raid', 'Family')
    await expect(page.getByRole('link', { name: 'Family' })).toHaveAttribute('aria-current', 'true')
    await other.getByRole('link', { name: 'My people' }).click()
    await saveAsGroup(other, 'Raid')
    await expect(page.getByRole('link', { name: 'Raid' })).toBeVisible()
    await addPeople(page, '6')
    await expect.poll(() => listsOf(page)).toMatchObject({ Family: ['2', '3', '6'], Raid: ['4'] })

    // The deleted one is nobody's former name any more: this window shows one's own people then.
    await page.getByRole('link', { name: 'Raid' }).click()
    await deleteGroup(other, 'Raid')
    await expect(page.getByRole('link', { name: 'My people' })).toHaveAttribute('aria-current', 'true')
  })

  test('the tabs keep the group', async ({ open }) => {
    const page = await open.visit('/', { stored: { groups: [RAID], people: ['4'] } })
    await page.getByRole('link', { name: 'Raid' }).click()
    await page.getByRole('link', { name: 'Meet', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Raid' })).toBeVisible()
    await page.getByRole('link', { name: 'Now', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Raid' })).toHaveAttribute('aria-current', 'true')
    await expect(row(page, 'Maya')).toBeVisible()
  })

  test('nobody is stored beyond the most people that are shown: the page says how many those are', async ({
    open,
  }) => {
    const people = Array.from({ length: 200 }, (_, index) => `${1000 + index}`)
    const page = await open.visit('/u/3', { stored: { people } })
    await button(page, 'Add to my people').click()
    await expect(page.getByText('You can compare up to 200 people at once.')).toBeVisible()
    expect(await listsOf(page)).toEqual({ '': people })
  })

  test('more than twenty groups are kept', async ({ open }) => {
    const groups = Array.from({ length: 20 }, (_, index) => ({ name: `Group ${index}`, ids: ['2'] }))
    const page = await open.visit('/', { stored: { groups, people: ['3'] } })
    await saveAsGroup(page, 'One more')
    await expect(page.getByRole('link', { name: 'One more' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Group 0', exact: true })).toBeVisible()
    expect(Object.keys(await listsOf(page))).toHaveLength(22)
  })

  test('a list stays on the screen when its storage becomes unreadable', async ({ open }) => {
    const page = await open.visit('/', { stored: { people: ['2'] } })
    await expect(row(page, 'Aarav')).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/privacy')
    await other.evaluate(() => localStorage.setItem('timezone-registry:people', '["2"'))
    await addPeople(page, '3')
    for (const name of ['Aarav', 'Maya']) await expect(row(page, name)).toBeVisible()
    expect(await listsOf(page)).toEqual({ '': ['2', '3'] })
  })
})

/** Enters what is typed into the field at a moment, at which another window may do the same. */
function pressEnterAt(at: number): Promise<void> {
  const { form } = document.querySelector<HTMLInputElement>('.add-people-input') ?? {}
  return new Promise((resolve) => setTimeout(() => [form?.requestSubmit(), resolve()], at - Date.now()))
}

/** The lists that the browser has stored, by their names. */
function listsOf(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const read = (key: string) => JSON.parse(localStorage.getItem(`timezone-registry:${key}`) ?? '[]')
    const groups = read('groups').map(({ name, ids }: { name: string; ids: string[] }) => [name, ids])
    return { '': read('people'), ...Object.fromEntries(groups) }
  })
}
