import { findAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openView, VIEWS } from './views.ts'

// A desktop in the light and a phone in the dark.
const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 800 } },
] as const

test.describe('axe finds nothing in', () => {
  for (const [name, view] of Object.entries(VIEWS))
    test(name, async ({ open }) => {
      const page = await openView(open, view)
      for (const { viewport, ...media } of LOOKS) {
        await page.setViewportSize(viewport)
        await page.emulateMedia(media)
        expect.soft(await findAxeViolations(page), media.colorScheme).toEqual([])
      }
    })
})
