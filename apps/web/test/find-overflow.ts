import type { Page } from '@playwright/test'
import { motionEnds } from './axe.ts'

/** The placeholders that are shown and do not fit their fields. */
export async function findCutPlaceholders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) throw new Error('This browser draws nothing')
    return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]:placeholder-shown')]
      .filter((field) => {
        const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
        context.font = `${fontSize} ${fontFamily}`
        const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return field.checkVisibility() && context.measureText(field.placeholder).width > room
      })
      .map(({ placeholder }) => placeholder)
  })
}

/**
 * What does not fit the screen: texts that leave it or their own box, boxes whose content is wider than they are, and
 * what floats beyond an edge. Leaves out names shortened on purpose, fields, and what scrolls: the hours of a day, and links.
 */
export async function findOverflow(page: Page): Promise<string[]> {
  await motionEnds(page)
  return page.evaluate(() => {
    const isMeant = (element: Element) => {
      const { textOverflow, clipPath, position } = getComputedStyle(element)
      // Only every sixth hour has a visible name, which may overlap its transparent neighbours.
      if (
        element.matches('svg, input, textarea, .hour-name, .meet-scroller, .account-rail, .days') ||
        textOverflow === 'ellipsis'
      )
        return true
      return position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1)
    }
    const findUnmeant = ({ children }: Element): Element[] =>
      [...children]
        .filter((element) => !isMeant(element))
        .flatMap((element) => [element, ...findUnmeant(element)])
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const isOutside = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      const isFloating = element.matches('.popup, .toast')
      return left < -1 || right > innerWidth + 1 || (isFloating && (top < -1 || bottom > innerHeight + 1))
    }
    const isTooNarrow = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1
    return findUnmeant(document.body)
      .filter((element) => {
        if (!element.checkVisibility()) return false
        const { display, overflowX } = getComputedStyle(element)
        if (hasText(element) || element.matches('.popup, .toast'))
          return isOutside(element) || (display !== 'inline' && isTooNarrow(element))
        return overflowX !== 'visible' && isTooNarrow(element)
      })
      .map(({ tagName, className, textContent }) => `${tagName}.${className}: ${textContent}`)
  })
}
