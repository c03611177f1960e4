import { describe, expect, test } from 'vitest'
import { en } from '../texts/en-views.ts'
import { describeDuration, describeLog } from './describe-privacy.ts'

test.each([
  [604_800, 'en', '7 days'],
  [86_400, 'de', '1 Tag'],
  [129_600, 'en', '36 hours'],
  [90, 'en', '90 seconds'],
  [5400, 'de', '90 Minuten'],
])('%i seconds in %s are %s', (seconds, locale, text) => {
  expect(describeDuration(seconds, locale)).toBe(text)
})

describe('the log', () => {
  const { logged } = en.privacyPage
  const describeIt = (logs: Partial<Parameters<typeof describeLog>[0]>) =>
    describeLog({ requests: 'all', audit: true, networks: true, kept_for_days: null, ...logs }, logged)

  test('has a sentence for each kind of line, with or without the network', () => {
    expect(describeIt({})).toEqual([logged.changesNetwork, logged.requestsNetwork])
    expect(describeIt({ networks: false })).toEqual([logged.changes, logged.requests])
    expect(describeIt({ audit: false, requests: 'errors' })).toEqual([logged.failuresNetwork])
    expect(describeIt({ audit: false, networks: false, requests: 'errors' })).toEqual([logged.failures])
  })

  test('has nothing about anyone where neither is written', () => {
    expect(describeIt({ audit: false, requests: 'none' })).toEqual([])
  })
})
