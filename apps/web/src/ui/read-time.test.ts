import { toClock } from '@timezone-registry/zones/availability'
import { withClock } from '@timezone-registry/zones/hour-cycle'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../texts/languages.ts'
import { readTime } from './read-time.ts'

test.for([
  ['9', '09:00'],
  ['09', '09:00'],
  ['930', '09:30'],
  ['2130', '21:30'],
  [' 9:30 ', '09:30'],
  ['9.30', '09:30'],
  ['9pm', '21:00'],
  ['9:05 P.M.', '21:05'],
  ['12am', '00:00'],
  ['12:30 pm', '12:30'],
  ['24', '00:00'],
  ['24:00', '00:00'],
  ['٩:٣٠', '09:30'],
  ['٢١', '21:00'],
  ['９：３０', '09:30'],
  ['午後9時30分', '21:30'],
  ['21h30', '21:30'],
  ['9 Uhr', '09:00'],
] as const)('%s is %s', ([text, time]) => {
  expect(readTime(text)).toBe(time)
})

test.for(['', '25', '9:60', '99999', '13pm', 'noonish', '-9', '9:30:70', '+9', '1e3'])(
  '%s is no time',
  (text) => {
    expect(readTime(text)).toBeUndefined()
  },
)

test.for(
  Object.keys(LANGUAGES).flatMap((language) =>
    (['12', '24'] as const).map((clock) => [language, clock] as const),
  ),
)('what the page writes in %s on a clock of %s hours is read as the same', ([language, clock]) => {
  const locale = withClock(language, clock)
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  for (let minutes = 0; minutes < 1440; minutes += 5)
    expect(readTime(format.format(minutes * 60_000)), format.format(minutes * 60_000)).toBe(toClock(minutes))
})
