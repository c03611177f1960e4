import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { addPeople, button, fillIn, focusedName, rowWithout, visitSignedIn } from './page-actions.ts'

const SIGN_IN_PAGE = { status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }
const NO_ANSWER = /^(Couldn’t reach the service|The service can’t be reached)\./

const failure = (page: Page) => page.getByRole('alert').getByText(NO_ANSWER)

test.describe('on a network that is in the way', () => {
  for (const path of ['/', '/?ids=3', '/meet?ids=3', '/u/3', '/everyone', '/account'])
    test(`${path} says that the service does not answer where a sign-in page does`, async ({ open }) => {
      const { promise: areOptionsAnswered, resolve } = Promise.withResolvers<void>()
      const answer = async (page: Page) => {
        await page.route('**/v1/**', (route) => route.fulfill(SIGN_IN_PAGE))
        // What is asked about people is answered last.
        await page.route('**/v1/time?*', async (route) => {
          await areOptionsAnswered
          await route.fulfill(SIGN_IN_PAGE)
        })
        let answers = 0
        page.on('requestfinished', (request) => {
          if (request.url().endsWith('/v1/auth') && ++answers === 2) resolve()
        })
      }
      const page = await open.visit(path, { before: answer })
      await expect(failure(page).first()).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    })

  test('nobody is shown as signed out because the service was busy once', async ({ login }) => {
    const page = await visitSignedIn(login)
    const json = { status: 503, code: 'unavailable', message: 'Busy.' }
    await page.route('**/v1/me', (route) => route.fulfill({ status: 503, json }), { times: 1 })
    await page.reload()
    await expect(page.getByText('Signed in as nelly')).toBeVisible()
  })

  test('keeps what was typed, and saves it once the service answers', async ({ open }) => {
    const page = await open.visit()
    await fillIn(page, { userId: 'hotel', username: 'nelly' })
    await page.route('**/v1/set', (route) => route.fulfill(SIGN_IN_PAGE))
    await button(page, 'Save').click()
    await expect(failure(page)).toBeVisible()
    await page.unroute('**/v1/set')
    await button(page, 'Save').click()
    await expect(page.getByText('Saved: nelly is in Berlin.')).toBeVisible()
  })

  test('stops waiting for an answer after half a minute', async ({ open }) => {
    const page = await open.visit('/', { before: (page) => page.clock.install() })
    await fillIn(page, { userId: 'silent', username: 'nelly' })
    await page.route('**/v1/set', () => {})
    await button(page, 'Save').click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Saving…' })).toBeVisible()
    await page.clock.runFor(31_000)
    await expect(failure(page)).toBeVisible()
    await expect.poll(() => focusedName(page)).toBe('Save')
  })

  test('says that there are too many requests, and keeps what was typed', async ({ open }) => {
    const page = await open.visit()
    await fillIn(page, { userId: 'eager', username: 'nelly' })
    const json = { code: 'rate_limited', message: 'Too many requests' }
    await page.route('**/v1/set', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '3600' }, json }),
    )
    await button(page, 'Save').click()
    await expect(page.getByRole('alert').getByText('Too many requests. Try again shortly.')).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('nelly')
  })

  test('keeps people’s times while offline, and says that others could not be checked', async ({ open }) => {
    const page = await open.visit('/?ids=3')
    const list = page.getByRole('list', { name: 'Local times' })
    await expect(list.getByText('New York')).toBeVisible()
    await page.context().setOffline(true)
    await addPeople(page, '90351110224678912')
    await expect((await rowWithout(page, '90351110224678912')).getByText('couldn’t be checked')).toBeVisible()
    await expect(list.getByText('New York')).toBeVisible()
    await expect(page.getByText('no saved time zone')).toHaveCount(0)
  })
})
