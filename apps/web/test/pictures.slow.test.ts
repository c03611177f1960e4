import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from './fixtures.ts'
import { openView, VIEWS } from './views.ts'

const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1080 },
  { name: 'phone-dark', colorScheme: 'dark', width: 360 },
] as const
// Most views fit; a sheet covers an ordinary screen.
const HEIGHT = 1500
const SHEET_HEIGHT = 800

for (const [name, view] of Object.entries(VIEWS))
  test(`${name} looks as its pictures show it`, async ({ open }) => {
    // Half of the pixels show what moved, and keep the pictures small.
    const page = await openView(open, view, { deviceScaleFactor: 0.5 })
    for (const { name: look, colorScheme, width } of LOOKS) {
      await page.setViewportSize({ width, height: view.openSheet ? SHEET_HEIGHT : HEIGHT })
      await page.emulateMedia({ colorScheme })
      await expect.soft(page).toHaveScreenshot(`${name}-${look}.png`, {
        scale: 'device',
        // More than another machine's fonts cause, less than a panel that moves.
        maxDiffPixelRatio: 0.01,
      })
    }
  })

test('no picture is of a view that is gone', () => {
  const pictures = readdirSync(fileURLToPath(new URL('./snapshots/', import.meta.url)))
  const names = Object.keys(VIEWS).flatMap((view) => LOOKS.map(({ name }) => `${view}-${name}.png`))
  expect(pictures.toSorted()).toEqual(names.toSorted())
})
