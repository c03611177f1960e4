import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { writePlaces } from '../scripts/place-rows.ts'
import { loadCanonicalNames } from './cldr-zones.ts'
import { LANGUAGE_TAGS } from './place-of.ts'
import { createPlaceLabels, createPlaces } from './places.ts'
import { loadSearchData, PLACES_FILE } from './zone-data.ts'
import { createZoneNames } from './zone-names.ts'

const { rows, otherNames } = loadSearchData()
const places = createPlaces(rows, otherNames)

test('the file of places is what its packages and tables give; renew it by `pnpm generate` in packages/zones', () => {
  expect(readFileSync(PLACES_FILE, 'utf8') === writePlaces()).toBe(true)
})

const SCRIPTS = [
  ['ja', /^(?:[\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Han}ー・＝]+|ワシントンD\.C\.)$/u],
  ['ar', /^[\p{Script=Arabic}\p{M}\p{P} ]+$/u],
  ['ru', /^[\p{Script=Cyrillic}\p{P} ]+$/u],
] as const

test.for(SCRIPTS)('every city and region has a name in %s, in its script', ([language, script]) => {
  const { labelOf } = createPlaceLabels(language)
  const labels = places.filter(({ kind, zone }) => kind !== 'country' && zone !== 'UTC').map(labelOf)
  expect(labels.length).toBeGreaterThan(3400)
  expect(labels.filter((label) => !script.test(label))).toEqual([])
})

test.for(LANGUAGE_TAGS)(
  'no two places of a country share a name in %s, unless they do in English',
  (language) => {
    const { labelOf } = createPlaceLabels(language)
    const cities = places.filter(({ kind }) => kind === 'city')
    const english = Map.groupBy(cities, (place) => `${labelOf(place)}, ${place.code}`)
    const shared = [...english].filter(([, same]) => new Set(same.map(({ labels }) => labels[0])).size > 1)
    expect(shared.map(([label]) => label)).toEqual([])
  },
)

test('every name of another city belongs to one of the places', () => {
  const known = new Set(places.map(({ code, labels }) => `${code}\t${labels[0]}`))
  const lines = readFileSync(new URL('other-city-names.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const stale = lines.filter((line) => !line.startsWith('#') && !known.has(line.split('\t', 2).join('\t')))
  expect(lines.length).toBeGreaterThan(2700)
  expect(stale).toEqual([])
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
