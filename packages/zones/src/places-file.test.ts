import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { writePlaces } from '../scripts/place-rows.ts'
import { loadCanonicalNames } from './cldr-zones.ts'
import { LANGUAGE_TAGS } from './place-of.ts'
import { loadSearchData, PLACES_FILE } from './zone-data.ts'
import { createZoneNames } from './zone-names.ts'

test('the file of places is what its packages and tables give; renew it by `pnpm generate` in packages/zones', () => {
  expect(readFileSync(PLACES_FILE, 'utf8') === writePlaces()).toBe(true)
})

test('every region has a name in each language that is not written in Latin letters', () => {
  const regions = loadSearchData().rows.filter(([kind]) => kind === 'region')
  const notLatin = ['ja', 'ar', 'ru'] as const
  const nameless = regions.filter(([, , , , , labels]) =>
    notLatin.some(
      (language) => !/^[^a-z]+/i.test(labels.split('|')[LANGUAGE_TAGS.indexOf(language) - 1] ?? ''),
    ),
  )
  expect(regions.length).toBeGreaterThan(150)
  expect(nameless.map(([, label]) => label)).toEqual([])
})

test('every Windows name of a zone with people suggests that zone first', () => {
  const { suggest } = createZoneNames()
  const canonical = loadCanonicalNames()
  const names = WINDOWS_TO_IANA_MAP.filter(
    ({ territory, iana: [zone = ''] }) => territory === '001' && !zone.startsWith('Etc/'),
  )
  expect(names.length).toBeGreaterThan(120)
  for (const { windowsName, iana } of names) {
    // CLDR has a new mapping.
    const [zone = ''] = windowsName === 'Central Asia Standard Time' ? ['Asia/Bishkek'] : iana
    expect(suggest(windowsName)[0], windowsName).toBe(canonical.get(zone))
  }
})
