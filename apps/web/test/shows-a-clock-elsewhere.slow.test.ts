import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { button, CLIPBOARD, changeClocks, choosePreference, copied, visitSignedIn } from './page-actions.ts'
import { NOW } from './views.ts'

test('a person’s page shows the offset of the service where the browser’s own differs', async ({ open }) => {
  const dubai = { utc_offset_seconds: 4 * 3600, transitions: [] }
  const before = (page: Page) => changeClocks(page, { 'Asia/Tokyo': dubai })
  const page = await open.visit('/u/6', { now: NOW, before })
  await expect(page.locator('.person-clock')).toHaveText('17:42')
})

test('a clock for other sites runs in a frame of another site, in each theme, without cookies and without errors', async ({
  open,
}) => {
  const site = createServer((req, res) => {
    const theme = new URL(req.url ?? '', 'http://x').searchParams.get('theme')
    res.setHeader('content-type', 'text/html')
    res.end(
      `<!doctype html><html lang="en"><title>A site</title><main><h1>A site</h1><iframe title="clock" width="280" height="150" src="${open.address}/embed/6?theme=${theme}&clock=12"></iframe></main>`,
    )
  })
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`
  for (const theme of ['sky', 'light', 'dark']) {
    const page = await open.visit(`${origin}/?theme=${theme}`)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('Kenji')).toBeVisible()
    await expect(frame.locator('time')).toHaveText(/^\d{1,2}:\d\d\u00a0[ap]m$/)
    // The script runs: it replaces what the server wrote.
    const time = frame.locator('time')
    await time.evaluate((element) => {
      element.textContent = ''
    })
    await expect(time).toHaveText(/m$/)
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  }
  site.close()
})

test('one’s own page offers codes for the badge and the clock, unless the record is private', async ({
  login,
}) => {
  const page = await visitSignedIn(login, { permissions: CLIPBOARD })
  await page.evaluate(() =>
    fetch('/v1/set', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"timezone":"Europe/Berlin"}',
    }),
  )
  const { id } = login.discord.user
  await page.goto(`/u/${id}`)
  await button(page, 'Copy Markdown').click()
  expect(await copied(page)).toBe(
    `[![nelly’s local time](${login.address}/badge/${id}.svg)](${login.address}/u/${id})`,
  )
  // Frames load when they come into view.
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await expect(page.frameLocator('iframe').getByText('nelly')).toBeVisible()
  const badge = page.getByRole('img', { name: 'nelly’s local time' })
  expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50)
  await expect(button(page, 'Add to my people')).toHaveCount(0)
  // As the reader reads clocks here, also once they choose another.
  const time = page.frameLocator('iframe').locator('time')
  await expect(time).toHaveText(/^\d\d:\d\d$/)
  await choosePreference(page, '12 hours')
  await expect(time).toHaveText(/M$/i)
  await expect(badge).toHaveAttribute('src', /clock=12$/)

  await page.evaluate(() =>
    fetch('/v1/visibility', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"visibility":"private"}',
    }),
  )
  await page.reload()
  await expect(page.getByText('Your record is private: only you see this page.')).toBeVisible()
  const stranger = await login.visit(`/u/${id}`)
  await expect(stranger.getByText('There’s no clock here')).toBeVisible()
})
