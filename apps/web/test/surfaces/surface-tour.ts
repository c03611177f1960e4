import type { Page } from '@playwright/test'
import type { Site } from '../fixtures.ts'

/** A page, and what is opened on top of it, in this order. */
export type SurfaceTour = {
  path: string
  /** What is kept in this browser. */
  stored?: Record<string, unknown>
  /** Answers instead of the service's, by path; undefined: none. */
  answers?: Record<string, unknown>
  /** Each resolves when its surface is open. Elements are found by their roles and classes, whatever the language. */
  surfaces: Record<string, (page: Page) => Promise<unknown>>
}

// 10:44 a.m. in Kathmandu: hours of two digits are the widest.
const NOW = '2026-11-21T04:59:00Z'

/** The record of the person who uses this browser; tours change it. */
export const ID = '80351110224678913'
export const DRAFT = { draft: { userId: ID, username: 'nelly' } }

export const dialog = (page: Page) => page.locator('[role=alertdialog]')
export const toast = (page: Page) => page.locator('.toast')

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

/** Opens the page of a tour on a phone, in a browser that does not let it copy. */
export function openTour({ visit }: Site, { path, stored = {}, answers = {} }: SurfaceTour): Promise<Page> {
  return visit(path, {
    now: NOW,
    stored,
    answers,
    // A clock of 12 hours is wider.
    locale: 'en-US',
    viewport: { width: 360, height: 800 },
    reducedMotion: 'reduce',
    before: (page) =>
      page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
      }),
  })
}
