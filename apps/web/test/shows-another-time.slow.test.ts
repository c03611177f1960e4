import { expect, test } from './fixtures.ts'
import { row } from './page-actions.ts'
import { NOW } from './views.ts'

test.describe('the line at another time', () => {
  test('colours only the view that it is in', async ({ open }) => {
    const page = await open.visit('/?ids=3,6')
    await expect(row(page, 'Maya')).toBeVisible()
    const slider = page.getByRole('slider', { name: 'Time shown' })
    await slider.focus()
    await slider.press('End')
    const header = page.locator('.site-header')
    await expect(header).toHaveAttribute('style', /--sky/)
    await page.getByRole('link', { name: 'Everyone' }).click()
    await expect(page.getByRole('heading', { name: 'Where everyone is' })).toBeVisible()
    await expect(header).not.toHaveAttribute('style', /--sky/)
    await expect(header).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  })

  test('names the weekday of another day, which is yesterday or tomorrow only for now', async ({ open }) => {
    // It is Saturday, 14:42 in Berlin and 22:42 in Tokyo.
    const page = await open.visit('/?ids=3,6', { now: NOW, reducedMotion: 'reduce' })
    await expect(row(page, 'Kenji')).toContainText('winding down')
    const slider = page.getByRole('slider', { name: 'Time shown' })
    await slider.focus()
    await slider.press('End')
    // Sunday, 2:30 in Berlin, and still Saturday evening in New York.
    await expect(row(page, 'Maya')).toContainText('Saturday')
    await expect(page.getByText(/yesterday|tomorrow/i)).toHaveCount(0)
    await expect(slider).toHaveAttribute('aria-valuetext', /Sunday/)
  })
})
