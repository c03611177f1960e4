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

test('a browser in Asia/Calcutta is shown and saved as Kolkata', async ({ open }) => {
  const page = await open.visit('/', { timezoneId: 'Asia/Calcutta' })
  await expect(page.getByTestId('chosen-zone')).toHaveText('Kolkata')
  await fillIn(page, { userId: 'renamed', username: 'nelly' })
  await button(page, 'Save').click()
  await expect(page.getByText('Saved: nelly is in Kolkata.')).toBeVisible()
  const { body } = await open.client.getTimezone({ query: { id: 'renamed' } })
  expect(body).toMatchObject({ timezone: 'Asia/Kolkata' })
})
