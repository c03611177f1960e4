import type { Page } from '@playwright/test'
import { DRAFT, ID, type SurfaceTour, toast } from './surface-tour.ts'

const peopleField = (page: Page) => page.locator('.add-people-input')

export const PEOPLE: SurfaceTour = {
  path: '/?ids=9,nobody',
  surfaces: {
    suggestions: async (page) => {
      await page.locator('.person-ribbon').first().waitFor()
      await peopleField(page).fill('may')
      await page.locator('.suggestion').first().waitFor()
    },
    'too many people': (page) =>
      peopleField(page).fill(Array.from({ length: 300 }, (_, index) => index).join(' ')),
    'the name of a group': async (page) => {
      await peopleField(page).fill('')
      await page.locator('.group-bar button.chip').last().click()
      await page.locator('.group-name').waitFor()
    },
    'a kept group': async (page) => {
      await page.locator('.group-name').fill('The Raid Team of Friday Night')
      await page.keyboard.press('Enter')
      await page.locator('.group-bar [aria-current]').waitFor()
    },
    'another time, and a person who was removed': async (page) => {
      await page.locator('#axis-slider').press('Home')
      await page.locator('.person-row .row-menu').first().click()
      await page.locator('.menu:popover-open .menu-item').last().click()
      await toast(page).waitFor()
    },
  },
}

export const MEET: SurfaceTour = {
  // On a day on which clocks change.
  path: '/meet?ids=3,9&at=2031-11-02T05:30Z',
  surfaces: {
    'a time and its formats': async (page) => {
      await page.locator('.meet-actions [popovertarget]').click()
      await page.locator('.formats button').first().waitFor()
    },
    'a text that the browser does not copy': async (page) => {
      await page.keyboard.press('Escape')
      await page.locator('.meet-actions button').first().click()
      await page.locator('.meet-actions textarea').waitFor()
    },
  },
}

export const PERSON: SurfaceTour = {
  path: `/u/${ID}`,
  stored: DRAFT,
  surfaces: {
    'what a person can share': async (page) => {
      await page.locator('iframe').waitFor()
      await page.locator('.section button').first().click()
      await page.locator('.section textarea').waitFor()
    },
  },
}

export const FAILURES: SurfaceTour = {
  path: '/everyone',
  answers: { '/v1/stats': undefined, '/v1/time': undefined },
  surfaces: {
    'a failure': (page) => page.locator('.failure').first().waitFor(),
    'no connection': async (page) => {
      await page.context().setOffline(true)
      await page.locator('.sticky p').waitFor()
    },
  },
}
