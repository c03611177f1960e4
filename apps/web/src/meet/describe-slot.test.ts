import { expect, test } from 'vitest'
import { en } from '../texts/en.ts'
import { describeFit } from './describe-slot.ts'
import type { Hardship } from './rank-slots.ts'

const names = new Map([
  ['', 'Me'],
  ...['Aarav', 'Kenji', 'Lucía', 'Maya', 'Sione'].map((name) => [name, name] as const),
])
const hurt = (kind: Hardship, ...people: string[]) =>
  people.map((name) => ({ id: name, name, kind, minute: 120 }))
const describeEnglish = (
  slot: { hurt: ReturnType<typeof hurt>; onWeekend?: string[]; isLikely?: boolean },
  unchecked = 0,
) =>
  describeFit(
    { onWeekend: [], isLikely: false, ...slot },
    { names, unchecked, texts: en.meet, locale: 'en-GB', formatMinute: (minute) => `0${minute / 60}:00` },
  )

test('a meeting says whom it suits and on whom it is hard', () => {
  expect(describeEnglish({ hurt: [] })).toBe('Good for everyone')
  expect(describeEnglish({ hurt: hurt('late', 'Sione') })).toBe('Good for 5 people · late for Sione (02:00)')
  expect(describeEnglish({ hurt: [...hurt('early', 'Lucía', 'Maya'), ...hurt('night', '')] })).toBe(
    'Good for 3 people · night for you (02:00) · early for Lucía and Maya',
  )
  expect(describeEnglish({ hurt: hurt('late', 'Aarav', 'Kenji', 'Lucía', 'Maya') })).toBe(
    'Good for 2 people · late for Aarav, Kenji and 2 more',
  )
})

test('a meeting says whose hours it leaves, and if it suits only what people usually do', () => {
  expect(describeEnglish({ hurt: [], isLikely: true })).toBe('Likely good for everyone')
  expect(describeEnglish({ hurt: hurt('outside', 'Maya'), isLikely: true })).toBe(
    'Likely good for 5 people · outside Maya’s hours (02:00)',
  )
  expect(describeEnglish({ hurt: hurt('outside', '', ...[...names.keys()].slice(1)) })).toBe(
    'outside your hours (02:00) · outside the hours of Aarav, Kenji and 3 more',
  )
  expect(describeEnglish({ hurt: [...hurt('outside', '', 'Maya', 'Kenji'), ...hurt('late', 'Sione')] })).toBe(
    'Good for 2 people · outside your hours (02:00) · outside the hours of Maya and Kenji · late for Sione (02:00)',
  )
})

test('a weekend is mentioned unless it is everyone’s', () => {
  expect(describeEnglish({ hurt: [], onWeekend: ['Aarav'] })).toBe('Good for everyone · weekend for Aarav')
  expect(describeEnglish({ hurt: [], onWeekend: [...names.keys()] })).toBe('Good for everyone')
})

test('a meeting is not good for everyone if somebody could not be checked', () => {
  expect(describeEnglish({ hurt: [] }, 2)).toBe('Good for 6 people · 2 couldn’t be checked')
  expect(describeEnglish({ hurt: hurt('late', 'Sione') }, 1)).toBe(
    'Good for 5 people · 1 couldn’t be checked · late for Sione (02:00)',
  )
})
