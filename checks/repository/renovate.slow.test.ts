import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
const WITHOUT_DATA = ['fastest-levenshtein']

test('every package with the zone data of the service is updated alone and at once', () => {
  const rules: { groupName?: string; matchPackageNames: string[] }[] = read('renovate.json').packageRules
  const rule = rules.find(({ groupName }) => groupName === 'zone data')
  expect([...(rule?.matchPackageNames ?? []), ...WITHOUT_DATA].toSorted()).toEqual(
    Object.keys(read('packages/zones/package.json').dependencies).toSorted(),
  )
  expect(rule).toMatchObject({ schedule: ['at any time'], minimumReleaseAge: null })
})
