import { expect, test } from 'vitest'
import { adviseTraveller } from './travel.ts'

const at = Date.parse('2026-11-21T12:00Z')
const BERLIN_TO_TOKYO = { home: 'Europe/Berlin', away: 'Asia/Tokyo' }

test('a device whose clock shows the saved zone’s time is at home, whatever its zone is called', () => {
  expect(adviseTraveller(undefined, { saved: 'Europe/Berlin', device: 'Europe/Paris', at })).toBe('nothing')
})

test('a traveller is asked once for each place', () => {
  const inTokyo = { saved: 'Europe/Berlin', device: 'Asia/Tokyo', at }
  expect(adviseTraveller(undefined, inTokyo)).toBe('ask')
  expect(adviseTraveller({ ...BERLIN_TO_TOKYO, plan: 'keep' }, inTokyo)).toBe('nothing')
  expect(adviseTraveller({ ...BERLIN_TO_TOKYO, plan: 'keep' }, { ...inTokyo, device: 'Asia/Dubai' })).toBe(
    'ask',
  )
})

test('whoever wanted their zone back on return gets it, and only there', () => {
  const travel = { ...BERLIN_TO_TOKYO, plan: 'return' } as const
  expect(adviseTraveller(travel, { saved: 'Asia/Tokyo', device: 'Asia/Tokyo', at })).toBe('nothing')
  expect(adviseTraveller(travel, { saved: 'Asia/Tokyo', device: 'Asia/Dubai', at })).toBe('ask')
  expect(adviseTraveller(travel, { saved: 'Asia/Tokyo', device: 'Europe/Berlin', at })).toBe('return')
})
