import { expect, test } from 'vitest'
import { createCalendarFile } from './calendar-file.ts'

test('a meeting is written in UTC, with its length and everybody’s time', () => {
  const file = createCalendarFile({
    at: Date.parse('2026-11-24T13:30Z'),
    minutes: 90,
    title: 'Meeting with Maya, Kenji',
    description: 'Tue 24 Nov, 14:30 for Me\nTue 24 Nov, 8:30 for Maya',
    url: 'https://example.test/meet?ids=1',
  })
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(file).toContain('\r\nDTSTART:20261124T133000Z\r\n')
  expect(file).toContain('\r\nDURATION:PT90M\r\n')
  expect(file).toContain('SUMMARY:Meeting with Maya\\, Kenji')
  expect(file.replaceAll(/\r\n\s/g, '')).toContain('14:30 for Me\\nTue 24 Nov')
})
