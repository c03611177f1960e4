import { expect, test } from './fixtures.ts'
import {
  addPeople,
  button,
  focusedName,
  hold,
  removePerson,
  row,
  rowWithout,
  searchOf,
  tabTo,
} from './page-actions.ts'
import { NOW } from './views.ts'

test.describe('people', () => {
  test('are added by their ids, shown with their time beside mine, kept in this browser, and removed', async ({
    open,
  }) => {
    const page = await open.visit('/', { now: NOW, timezoneId: 'Asia/Tokyo' })
    await expect(page.getByText('Who are your people?')).toBeVisible()
    await addPeople(page, '2,nobody <@80351110224678912>')
    await expect(row(page, 'Aarav').getByText(/Kolkata · \u200e−3\sh 30\smin/)).toBeVisible()
    await expect(row(page, 'nelly').getByText(/^(awake|winding down|asleep)/)).toBeVisible()
    await expect(row(page, 'nelly').getByText(/Berlin · \u200e−8\sh/)).toBeVisible()
    await expect(page.getByText('1 without a time zone')).toBeVisible()
    await expect((await rowWithout(page, 'nobody')).getByText('no saved time zone')).toBeVisible()
    expect(searchOf(page)).toBe('')

    await page.reload()
    await expect(row(page, 'Aarav')).toBeVisible()
    await rowWithout(page, 'nobody')
    await removePerson(page, 'nobody')
    await expect(page.getByText('without a time zone')).toHaveCount(0)
    await expect(row(page, 'nelly')).toBeVisible()
  })

  test('are added by what was typed and entered before the list has loaded', async ({ open }) => {
    const page = await open.visit()
    const release = await hold(page, '**/people-now-*.js')
    await addPeople(page, '2')
    await page.keyboard.type('<@3>')
    await page.keyboard.press('Enter')
    release()
    await expect(row(page, 'Aarav')).toBeVisible()
    await expect(row(page, 'Maya')).toBeVisible()
    await expect(page.getByLabel('Add people')).toHaveValue('')
    await expect(page.getByLabel('Add people')).toBeFocused()
  })

  test('who were removed come back by Undo', async ({ open }) => {
    const page = await open.visit('/?ids=2,3')
    await removePerson(page, 'Aarav')
    await expect(row(page, 'Aarav')).toHaveCount(0)
    await expect(page.getByText('Aarav removed.')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(row(page, 'Aarav')).toBeVisible()
    await expect.poll(() => focusedName(page)).toMatch(/^People/)
  })

  test('are found by the beginning of their name, with the pointer or the keyboard', async ({ open }) => {
    const page = await open.visit('/')
    await page.getByLabel('Add people').fill('aar')
    await page.getByRole('option', { name: 'Aarav Kolkata, India' }).click()
    await expect(row(page, 'Aarav')).toBeVisible()
    await page.getByLabel('Add people').fill('may')
    await expect(page.getByRole('option', { name: /^Maya / })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Maya')).toBeVisible()
    await addPeople(page, '3')
    await expect(page.getByText('Maya is already here')).toBeVisible()
  })

  test('are shown at another time by dragging the line or by its slider, until Back to now', async ({
    open,
  }) => {
    const page = await open.visit('/?ids=3,2', { now: '2026-11-23T13:12Z' })
    const time = (name: string) => row(page, name).locator('.person-time').textContent()
    await expect.poll(() => time('Maya')).toMatch(/^08:12awake$/)
    await expect(page.getByText('likely 2 awake')).toBeVisible()

    const slider = page.getByRole('slider', { name: 'Time shown' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => time('Maya')).toMatch(/^08:15awake$/)
    await page.keyboard.press('Home')
    await expect.poll(() => time('Maya')).toMatch(/^20:15awake · Sunday$/)
    await expect(page.getByText('02:15 · likely 1 awake · 1 asleep')).toBeVisible()
    // Nobody meets in the past.
    await expect(button(page, 'Meet at this time')).toHaveCount(0)
    await button(page, 'Back to now').click()
    await expect.poll(() => time('Maya')).toMatch(/^08:12awake$/)

    const ribbon = await row(page, 'Aarav').locator('.person-ribbon').boundingBox()
    if (ribbon === null) throw new Error('No ribbon is shown')
    await page.mouse.move(ribbon.x + ribbon.width / 2, ribbon.y + 5)
    await page.mouse.down()
    await page.mouse.move(ribbon.x + ribbon.width * 0.75, ribbon.y + 5)
    await page.mouse.up()
    await expect.poll(() => time('Aarav')).toMatch(/^00:45asleep · Tuesday$/)
    await expect(slider).toHaveAttribute('aria-valuetext', '20:15')
    await expect(button(page, 'Meet at this time')).toBeVisible()
  })

  test('can be added and compared with the keyboard alone', async ({ open }) => {
    const page = await open.visit()
    await expect(page.getByText('Who are your people?')).toBeVisible()
    await tabTo(page, 'Add people')
    await expect(page.getByRole('combobox', { name: 'Add people' })).toBeFocused()
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Maya')).toBeVisible()
    await tabTo(page, 'Time shown')
    await page.keyboard.press('Home')
    await tabTo(page, 'Find a time')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'My people' })).toBeVisible()
    await tabTo(page, 'Time')
    await page.keyboard.press('End')
    await expect(page).toHaveURL(/at=/)
    await tabTo(page, 'Copy for Discord')
  })
})
