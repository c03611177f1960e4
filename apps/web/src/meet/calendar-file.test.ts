import { expect, test } from 'vitest'
import { createCalendarFile } from './calendar-file.ts'

test('a meeting is written in UTC, with its length and everybody’s time', () => {
  const file = createCalendarFile({
    at: Date.parse('2026-11-24T13:30Z'),
    minutes: 90,
    title: 'Meeting with Maya, Kenji',
    description: 'Tue 24 Nov, 14:30 – nelly (Berlin)\nTue 24 Nov, 8:30 – Maya (New York)',
    url: 'https://example.test/meet?ids=1',
  })
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(file).toContain('\r\nDTSTART:20261124T133000Z\r\n')
  expect(file).toContain('\r\nDURATION:PT90M\r\n')
  expect(file).toContain('SUMMARY:Meeting with Maya\\, Kenji')
  expect(file.replaceAll(/\r\n\s/g, '')).toContain('14:30 – nelly (Berlin)\\nTue 24 Nov')
})

test('no line has more than 75 octets, and unfolded they are whole', () => {
  const description = 'Вторник, 24 ноября, 14:30 – Нелли 👩‍👩‍👧‍👦 (Берлин)\n火曜日 – 健二（東京）'.repeat(5)
  const file = createCalendarFile({
    at: 0,
    minutes: 30,
    title: '会議'.repeat(40),
    description,
    url: 'https://example.test/',
  })
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
  }
  const unfolded = file.replaceAll('\r\n ', '')
  expect(unfolded).toContain(`SUMMARY:${'会議'.repeat(40)}\r\n`)
  expect(unfolded).toContain(
    `DESCRIPTION:${description.replaceAll(',', String.raw`\,`).replaceAll('\n', String.raw`\n`)}\r\n`,
  )
})
