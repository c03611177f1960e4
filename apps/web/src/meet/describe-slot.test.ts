import { expect, test } from 'vitest'
import { loadTexts } from '../texts/load-texts.ts'
import { describeCosts, describeFit } from './describe-slot.ts'
import type { Fit, Hardship, TimeOfDay } from './rank-times.ts'

const t = await (await loadTexts('en')).views()
const names = new Map([
  ['', 'Me'],
  ...['Aarav', 'Kenji', 'Lucía', 'Maya', 'Sione'].map((name) => [name, name] as const),
])
const NONE = { hurt: [], tired: [], onWeekend: [], isLikely: true }
const hurt = (kind: Hardship, ...people: string[]) =>
  people.map((name) => ({ id: name, name, kind, minute: 120 }))
const tired = (minute: number, ...people: string[]) => people.map((id) => ({ id, minute }))
const fit = (slot: Partial<Fit>, unchecked = 0) =>
  describeFit({ ...NONE, ...slot }, { count: names.size, isPartial: unchecked > 0, t })
const costs = (slot: Partial<TimeOfDay>, unchecked = 0) =>
  describeCosts(
    { ...NONE, ...slot },
    { names, unchecked, t, locale: 'en-GB', formatMinute: (minute) => `${minute / 60}:00` },
  )

test('a meeting says whom it suits, and if all have said so', () => {
  expect(fit({})).toBe('everyone awake')
  expect(fit({ isLikely: false })).toBe('everyone available')
  expect(fit({ hurt: hurt('late', 'Sione') })).toBe('5 of 6')
})

test('a meeting does not suit everyone if somebody could not be checked', () => {
  expect(fit({}, 2)).toBe('6 of 6')
  expect(fit({ hurt: hurt('late', 'Sione') }, 1)).toBe('5 of 6')
  expect(costs({ hurt: hurt('late', 'Sione') }, 1)).toBe('1 couldn’t be checked · late for Sione (2:00)')
})

test('a meeting says on whom it is hard', () => {
  expect(costs({})).toBe('')
  expect(costs({ hurt: hurt('late', 'Sione') })).toBe('late for Sione (2:00)')
  expect(costs({ hurt: [...hurt('early', 'Lucía', 'Maya'), ...hurt('night', '')] })).toBe(
    'night for you (2:00) · early for Lucía and Maya',
  )
  expect(costs({ hurt: hurt('late', 'Aarav', 'Kenji', 'Lucía', 'Maya') })).toBe(
    'late for Aarav, Kenji and 2 more',
  )
})

test('a meeting says whose hours it leaves', () => {
  expect(costs({ hurt: hurt('outside', 'Maya') })).toBe('outside Maya’s hours (2:00)')
  expect(costs({ hurt: hurt('outside', '', ...[...names.keys()].slice(1)) })).toBe(
    'outside your hours (2:00) · outside the hours of Aarav, Kenji and 3 more',
  )
  expect(costs({ hurt: [...hurt('outside', '', 'Maya', 'Kenji'), ...hurt('late', 'Sione')] })).toBe(
    'outside your hours (2:00) · outside the hours of Maya and Kenji · late for Sione (2:00)',
  )
})

test('a meeting says who would be tired unless it is harder on somebody, and for whom it is kinder', () => {
  const ends = [...tired(7 * 60, 'Maya'), ...tired(22 * 60, 'Kenji', 'Sione')]
  expect(costs({ tired: ends })).toBe('early morning for Maya (7:00) · late evening for Kenji and Sione')
  expect(costs({ tired: ends, hurt: hurt('early', 'Lucía'), kinderTo: ['Kenji', 'Sione', 'Aarav'] })).toBe(
    'early for Lucía (2:00) · kinder to Kenji and Sione',
  )
})

test('a weekend is mentioned unless it is everyone’s', () => {
  expect(costs({ onWeekend: ['Aarav'] })).toBe('weekend for Aarav')
  expect(costs({ onWeekend: [...names.keys()] })).toBe('')
})
