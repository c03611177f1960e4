import { describe, expect, test } from 'vitest'
import { loadTexts } from '../texts/load-texts.ts'
import { describeDuration, describeLog } from './privacy-page.tsx'

test.each([
  [604_800, 'en', '7 days'],
  [86_400, 'de', '1 Tag'],
  [129_600, 'en', '36 hours'],
  [90, 'en', '90 seconds'],
  [5400, 'de', '90 Minuten'],
  [172_800, 'ar', 'يومين'],
])('%i seconds in %s are %s', (seconds, locale, text) => {
  expect(describeDuration(seconds, locale)).toBe(text)
})

describe('the log', async () => {
  const t = await (await loadTexts('en')).views()
  const describeIt = (logs: Partial<Parameters<typeof describeLog>[0]>) =>
    describeLog({ requests: 'all', audit: true, networks: true, kept_for_days: null, ...logs }, t)

  test('has a sentence for each kind of line, with or without the network', () => {
    expect(describeIt({})).toEqual([
      t('privacyPage.logged.changesNetwork'),
      t('privacyPage.logged.requestsNetwork'),
    ])
    expect(describeIt({ networks: false })).toEqual([
      t('privacyPage.logged.changes'),
      t('privacyPage.logged.requests'),
    ])
    expect(describeIt({ audit: false, requests: 'errors' })).toEqual([
      t('privacyPage.logged.failuresNetwork'),
    ])
    expect(describeIt({ audit: false, networks: false, requests: 'errors' })).toEqual([
      t('privacyPage.logged.failures'),
    ])
  })

  test('has nothing about anyone where neither is written', () => {
    expect(describeIt({ audit: false, requests: 'none' })).toEqual([])
  })
})
