// `npm run screenshots`: every view of the built page, light and dark, in four widths, into screenshots/. Those in the
// README are also copied to docs/images.
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from '../test/fixtures.ts'
import { openView, VIEWS } from '../test/views.ts'

const ALL = fileURLToPath(new URL('../../../screenshots/', import.meta.url))
const SHOWN = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const IN_README = ['now-saved-light', 'meet-light', 'everyone-phone']
const LOOKS = [
  { name: 'phone', colorScheme: 'light', viewport: { width: 360, height: 780 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 360, height: 780 } },
  { name: 'tablet', colorScheme: 'light', viewport: { width: 768, height: 1024 } },
  { name: 'tablet-dark', colorScheme: 'dark', viewport: { width: 768, height: 1024 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { name: 'wide', colorScheme: 'light', viewport: { width: 1920, height: 1080 } },
  { name: 'wide-dark', colorScheme: 'dark', viewport: { width: 1920, height: 1080 } },
] as const

for (const [name, view] of Object.entries(VIEWS))
  test(name, async ({ open }) => {
    for (const { name: look, ...visit } of LOOKS) {
      const page = await openView(open, view, visit)
      const file = `${name}-${look}.png`
      await page.screenshot({ path: ALL + file, fullPage: view.openSheet === undefined })
      if (IN_README.includes(`${name}-${look}`)) copyFileSync(ALL + file, SHOWN + file)
    }
  })
