import { expect, test } from './fixtures.ts'
import { button, fillIn } from './page-actions.ts'
import { savePeople } from './people.ts'
import { STATS } from './shown-answers.ts'

test('a zone saved under a former name is shown by its current name, in every view', async ({ open }) => {
  await savePeople(open.address, [['former', 'Asha', 'Asia/Calcutta']])
  const answers = { '/v1/stats': { ...STATS, timezone_distribution: { 'Europe/Kiev': 29 } } }
  const page = await open.visit('/?ids=former', { answers })
  await expect(page.getByText('Kolkata')).toBeVisible()
  await page.goto('/everyone')
  await expect(page.getByText('Kyiv')).toBeVisible()
  await expect(page.getByText(/Calcutta|Kiev/)).toHaveCount(0)
})

for (const [timezoneId, city] of [
  ['Europe/Kiev', 'Kyiv'],
  ['Asia/Calcutta', 'Kolkata'],
] as const)
  test(`a browser in ${timezoneId} is shown and saved as ${city}`, async ({ open }) => {
    const page = await open.visit('/', { timezoneId })
    await expect(page.getByTestId('chosen-zone')).toHaveText(city)
    await fillIn(page, { userId: `renamed ${city}`, username: 'nelly' })
    await button(page, 'Save').click()
    await expect(page.getByText(`Saved: nelly is in ${city}.`)).toBeVisible()
    const { body } = await open.client.getTimezone({ query: { id: `renamed ${city}` } })
    expect(body).toMatchObject({ timezone: expect.stringContaining(city) })
  })
