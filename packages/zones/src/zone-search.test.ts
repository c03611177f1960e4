import { describe, expect, test } from 'vitest'
import { QUERIES_AT, SEARCH_QUERIES } from '../test/search-queries.ts'
import { loadAliases } from './cldr-zones.ts'
import { fold } from './fold.ts'
import { parseOffset } from './parse-offset.ts'
import { LANGUAGE_TAGS } from './place-of.ts'
import { createPlaceLabels, createPlaces } from './places.ts'
import { HALF_A_YEAR_MS } from './time-query.ts'
import { loadCityNames, loadSearchData } from './zone-data.ts'
import { createZoneSearch, type ZoneSearch } from './zone-search.ts'
import { findAbbreviation, findOffsetMinutes } from './zone-times.ts'

const data = loadSearchData()
const places = createPlaces(data.rows, data.otherNames)
const { search } = createZoneSearch(data, { offsetMinutes: findOffsetMinutes })
/** What the page of a language has: its own names only, besides those of well-known places. */
const inPage = Object.fromEntries(
  (['en', 'ja', 'ar', 'ru'] as const).map((language) => {
    const { [language]: names = [] } = data.otherNames
    const own = { ...data, otherNames: { [language]: names } }
    return [language, createZoneSearch(own, { offsetMinutes: findOffsetMinutes })]
  }),
) as Record<'en' | 'ja' | 'ar' | 'ru', ZoneSearch>
const found = (query: string, region?: string) => search(query, { at: QUERIES_AT, region }).places
const zones = (query: string) => found(query).map(({ zone }) => zone)

test('there are at least 500 queries with an expected first hit', () => {
  expect(new Set(SEARCH_QUERIES.map(([query]) => query)).size).toBeGreaterThanOrEqual(1500)
})

test.for(SEARCH_QUERIES)('%s finds %s first %s', ([query, zone, region, language]) => {
  expect(found(query, region)[0]?.zone).toBe(zone)
  expect(inPage[language].search(query, { at: QUERIES_AT, region }).places[0]?.zone).toBe(zone)
})

test.for(LANGUAGE_TAGS)('every zone is found first by its own city in %s', (language) => {
  const { labelOf } = createPlaceLabels(language)
  const at = LANGUAGE_TAGS.indexOf(language)
  const wrong = [...loadCityNames()].flatMap(([zone, cities]) => {
    const [first] = found(cities[at] ?? '')
    return first?.zone === zone ? [] : [`${cities[at]}: ${first && labelOf(first)}, ${first?.zone}`]
  })
  expect(wrong).toEqual([])
})

test('UTC belongs to no country', () => {
  expect(found('utc')[0]).toMatchObject({ zone: 'UTC', code: '' })
})

test.for([
  ['EST', ['America/New_York', 'Australia/Sydney']],
  ['IST', ['Asia/Kolkata', 'Asia/Jerusalem', 'Europe/Dublin']],
  ['CST', ['Asia/Shanghai', 'America/Chicago', 'America/Havana']],
  ['BST', ['Europe/London', 'Asia/Dhaka']],
] as const)('an ambiguous abbreviation %s gives one row per meaning and asks', ([query, expected]) => {
  expect(search(query, { at: QUERIES_AT }).kind).toBe('choice')
  expect(zones(query)).toEqual(expected)
})

test('an abbreviation also finds the zones that have it now or in half a year, after its meanings', () => {
  const at = Date.parse('2026-11-27T12:00:00Z')
  const service = createZoneSearch(data, {
    offsetMinutes: findOffsetMinutes,
    abbreviationAt: findAbbreviation,
  })
  const names = new Map<string, string[]>()
  for (const { zone } of service.ownPlaces)
    for (const moment of [at, Date.parse('2027-05-27T12:00:00Z')]) {
      const name = findAbbreviation(zone, moment) ?? ''
      if (/^[A-Z]/i.test(name)) names.set(name, [...(names.get(name) ?? []), zone])
    }
  expect(names.get('MST')).toContain('America/Vancouver')
  expect(names.size).toBeGreaterThan(40)
  for (const [name, all] of names) {
    const offered = service.search(name, { at }).places.map(({ zone }) => zone)
    // As many as are shown.
    expect(
      all.filter((zone) => !offered.includes(zone)),
      name,
    ).toEqual(offered.length < 60 ? [] : expect.any(Array))
  }
  const { places, exact } = service.search('mst', { at })
  expect(places.slice(0, 4).map(({ zone }) => zone)).toEqual([
    ...['America/Denver', 'Asia/Kuala_Lumpur', 'America/Phoenix', 'America/Vancouver'],
  ])
  expect(exact).toBe(3)
})

test('the meanings of an abbreviation begin with that in the reader’s country', () => {
  const meanings = ['America/Chicago', 'Asia/Shanghai', 'America/Havana']
  expect(found('CST', 'US').map(({ zone }) => zone)).toEqual(meanings)
  // Where only their zone is known, it is that of the zone.
  const { places } = search('CST', { at: QUERIES_AT, zone: 'America/Denver' })
  expect(places.map(({ zone }) => zone)).toEqual(meanings)
})

describe('the places', () => {
  test('have canonical zones only, each known to this runtime', () => {
    const zoneAliases = loadAliases({ onlyRenamed: false })
    const legacy = places.filter(({ zone }) => zone in zoneAliases && zone !== 'UTC')
    expect(legacy.map(({ zone }) => zone)).toEqual([])
    for (const zone of new Set(places.map(({ zone }) => zone)))
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  })

  test.for(LANGUAGE_TAGS)(
    'are listed once in %s: no two rows show the same name, country and zone',
    (language) => {
      const { labelOf, countryOf } = createPlaceLabels(language)
      const shown = places.map((place) => `${fold(labelOf(place))}|${countryOf(place)}|${place.zone}`)
      expect(shown.filter((row, at) => shown.indexOf(row) !== at)).toEqual([])
    },
  )

  test.for(LANGUAGE_TAGS)(
    'are shown once in %s, also where a city has the name of its country',
    (language) => {
      const { distinct, fullLabelOf } = createPlaceLabels(language)
      for (const query of ['tunis', 'algiers', 'vatican', 'cocos']) {
        const shown = distinct(found(query)).map((place) => `${fullLabelOf(place)}|${place.zone}`)
        expect(shown).toEqual([...new Set(shown)])
        expect(shown).not.toEqual([])
      }
    },
  )

  test('that zones are named after belong to no other zone', () => {
    const own = new Map(
      places.filter(({ isOwn }) => isOwn).map((place) => [`${place.code}|${place.labels[0]}`, place]),
    )
    const strays = places.filter(
      ({ kind, code, labels, zone }) =>
        kind === 'city' && (own.get(`${code}|${labels[0]}`)?.zone ?? zone) !== zone,
    )
    expect(strays.map(({ id }) => id)).toEqual([])
    expect(own.size).toBe(loadCityNames().size)
  })

  test('are called by the reader’s language, and found in each', () => {
    const inLanguages = (query: string) =>
      LANGUAGE_TAGS.map((language) =>
        createPlaceLabels(language).labelOf(found(query)[0] as (typeof places)[number]),
      )
    expect(inLanguages('austria')).toEqual(inLanguages('österreich'))
    expect(inLanguages('münchen')).toEqual([
      ...['Munich', 'München', 'Múnich', 'Munich', 'Munique', 'ミュンヘン', 'ميونخ', 'Мюнхен'],
    ])
    expect(inLanguages('copenhagen').slice(0, 4)).toEqual([
      ...['Copenhagen', 'Kopenhagen', 'Copenhague', 'Copenhague'],
    ])
    expect(inLanguages('zurich').slice(0, 2)).toEqual(['Zurich', 'Zürich'])
  })
})

describe('offsets and clock times', () => {
  test.for([
    ['+5:30', 'Asia/Kolkata'],
    ['utc+0530', 'Asia/Kolkata'],
    ['utc-3', 'America/Sao_Paulo'],
    ['gmt -8', 'America/Los_Angeles'],
    ['+13:45', 'Pacific/Chatham'],
    ['13:03', 'Europe/Berlin'],
    ['9pm', 'Asia/Tokyo'],
    ['12.00', 'Europe/London'],
    ['9 p.m.', 'Asia/Tokyo'],
    ['9.00 P.M.', 'Asia/Tokyo'],
    ['13h', 'Europe/Berlin'],
    ['13 h 05', 'Europe/Berlin'],
    ['13 Uhr', 'Europe/Berlin'],
    ['13:00 Uhr', 'Europe/Berlin'],
    ['21時', 'Asia/Tokyo'],
    ['21時05分', 'Asia/Tokyo'],
    ['١٣:٠٠', 'Europe/Berlin'],
  ] as const)('%s finds the zones where it is that now, %s among them', ([query, zone]) => {
    expect(zones(query)).toContain(zone)
    expect(zones(query)).not.toContain('America/New_York')
  })

  test('count by the offset now: in July, New York is at UTC−4', () => {
    const july = Date.parse('2026-07-15T12:00:00Z')
    expect(search('utc-4', { at: july }).places.map(({ zone }) => zone)).toContain('America/New_York')
  })
})

// Windows' own list of zones has the time and several cities.
const IN_WINDOWS = `
(UTC-08:00) Baja California
(UTC-07:00) La Paz, Mazatlan
(UTC-07:00) Chihuahua, La Paz, Mazatlan
(UTC-07:00) Mountain Time (US & Canada)
(UTC-06:00) Central America
(UTC-06:00) Guadalajara, Mexico City, Monterrey
(UTC-05:00) Bogota, Lima, Quito, Rio Branco
(UTC-05:00) Indiana (East)
(UTC-04:00) Atlantic Time (Canada)
(UTC-04:00) Georgetown, La Paz, Manaus, San Juan
(UTC-03:00) Cayenne, Fortaleza
(UTC-03:00) City of Buenos Aires
(UTC-03:00) Salvador
(UTC-01:00) Cabo Verde Is.
(UTC) Coordinated Universal Time
(UTC+00:00) Dublin, Edinburgh, Lisbon, London
(UTC+00:00) Monrovia, Reykjavik
(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna
(UTC+01:00) Belgrade, Bratislava, Budapest, Ljubljana, Prague
(UTC+01:00) Brussels, Copenhagen, Madrid, Paris
(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb
(UTC+01:00) West Central Africa
(UTC+02:00) Athens, Bucharest
(UTC+02:00) Gaza, Hebron
(UTC+02:00) Harare, Pretoria
(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius
(UTC+03:00) Kuwait, Riyadh
(UTC+03:00) Moscow, St. Petersburg
(UTC+04:00) Abu Dhabi, Muscat
(UTC+04:00) Astrakhan, Ulyanovsk
(UTC+04:00) Izhevsk, Samara
(UTC+05:00) Ashgabat, Tashkent
(UTC+05:00) Islamabad, Karachi
(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi
(UTC+06:30) Yangon (Rangoon)
(UTC+07:00) Bangkok, Hanoi, Jakarta
(UTC+07:00) Barnaul, Gorno-Altaysk
(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi
(UTC+08:00) Kuala Lumpur, Singapore
(UTC+09:00) Osaka, Sapporo, Tokyo
(UTC+10:00) Canberra, Melbourne, Sydney
(UTC+10:00) Guam, Port Moresby
(UTC+11:00) Chokurdakh
(UTC+11:00) Solomon Is., New Caledonia
(UTC+12:00) Anadyr, Petropavlovsk-Kamchatsky
(UTC+12:00) Auckland, Wellington
`

test.for(IN_WINDOWS.trim().split('\n'))('%s finds first a place that has this time', (label) => {
  const offset = parseOffset(/\(UTC(.*?)\)/.exec(label)?.[1] || '+0')
  const half = QUERIES_AT + HALF_A_YEAR_MS
  const times = zones(label)
    .slice(0, 1)
    .map((zone) => [QUERIES_AT, half].map((at) => findOffsetMinutes(zone, at)))
  expect(times).toEqual([expect.arrayContaining([offset])])
})

test('of a list of cities, each is found, with their own times if none is stated', () => {
  expect(zones('(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna')).toEqual([
    ...['Europe/Amsterdam', 'Europe/Berlin', 'Europe/Zurich', 'Europe/Rome', 'Europe/Stockholm'],
    'Europe/Vienna',
  ])
  expect(zones('Paris, Tokyo')).toEqual(['Europe/Paris', 'Asia/Tokyo'])
  for (const query of ['london, foo', 'foo, bar, london']) expect(zones(query)).toEqual([])
})

test('a place with the abbreviation of another time is not found', () => {
  for (const query of ['Berlin GMT', 'berlin est', 'EST Tokyo', 'Chicago EST'])
    expect(zones(query)).toEqual([])
})

test.for([
  ['UTC±4', 240, 'Asia/Dubai', 'America/Caracas'],
  ['utc+/-4', 240, 'Asia/Dubai', 'America/Caracas'],
  ['±5:30', 330, 'Asia/Kolkata', 'Asia/Colombo'],
] as const)('%s, which has both signs, finds the zones at either', ([query, minutes, ...expected]) => {
  expect(zones(query)).toEqual(expect.arrayContaining([...expected]))
  for (const zone of zones(query)) expect(Math.abs(findOffsetMinutes(zone, QUERIES_AT) ?? 0)).toBe(minutes)
})

test('typing errors count only where nothing matches, from five letters', () => {
  expect(zones('berln')[0]).toBe('Europe/Berlin')
  expect(found('osl')[0]?.labels[0]).toBe('Oslo')
  expect(found('pheonix')[0]?.labels[0]).toBe('Phoenix')
  for (const query of ['xslo', 'lnd', 'rme', 'pars', 'qqqqzzzz', '%00', '1600', '🙂🙂'])
    expect(zones(query)).toEqual([])
})

test.for([
  ...[
    'emea',
    'apac',
    'latam',
    'benelux',
    'new london',
    'el reno',
    'panama city beach',
    'san juan capistrano',
  ],
  ...['time in', 'hora de', 'время в', 'airport'],
])('%s, which is no place of the list and begins none, finds nothing', (query) => {
  expect(zones(query)).toEqual([])
})

test('one row is New York City, whoever asks', () => {
  for (const region of [undefined, 'US', 'GB'])
    expect(found('new york city', region).map(({ labels }) => labels[0])).toEqual(['New York'])
})

test('a question for a time may still be incomplete', () => {
  expect(zones('what time is it in lond')[0]).toBe('Europe/London')
  expect(zones('время в москв')[0]).toBe('Europe/Moscow')
})

test('only places of accepted zones are found', () => {
  const accepts = (zone: string) => zone !== 'Europe/Berlin'
  const withoutBerlin = createZoneSearch(data, { offsetMinutes: findOffsetMinutes, accepts })
  const { places } = withoutBerlin.search('germany', { at: QUERIES_AT })
  expect(places.map(({ zone }) => zone)).not.toContain('Europe/Berlin')
})

test('what is still being typed finds the names that begin like it, largest first', () => {
  expect(zones('ber')[0]).toBe('Europe/Berlin')
  expect(zones('lond')[0]).toBe('Europe/London')
  expect(zones('America/Wash')[0]).toMatch(/^America\//)
})

test.for([
  ...[
    'here',
    'my time',
    'local',
    'local time',
    'hier',
    'Ortszeit',
    'aquí',
    'hora local',
    'ici',
    'heure locale',
  ],
  ...['aqui', 'ここ', '現地時間', 'هنا', 'التوقيت المحلي', 'здесь', 'местное время'],
])('%s is the zone of the reader, if it is known', (query) => {
  expect(search(query, { at: QUERIES_AT, zone: 'Asia/Tokyo' }).places.map(({ zone }) => zone)).toEqual([
    'Asia/Tokyo',
  ])
  expect(zones(query)).toEqual([])
})

test('a clock time is rounded to the nearest time anywhere', () => {
  const at = Date.parse('2026-01-15T12:17:00Z')
  expect(search('3pm', { at }).places[0]?.zone).toBe('Europe/Moscow')
  expect(search('15:30', { at }).places[0]?.zone).toBe('Europe/Moscow')
  expect(search('15:40', { at }).places[0]?.zone).toBe('Asia/Tehran')
})

test('no query fails', () => {
  const queries = [
    'a',
    'an',
    'san f',
    'united states',
    '((((',
    '+99',
    '25:99',
    '\\',
    '%',
    'constructor',
    '__proto__',
    // Letters that no transcription knows.
    'Ҕ',
    'ゎ',
    'Ҕаҕо',
    'っょヵ',
  ]
  for (const query of queries) expect(found(query)).toBeInstanceOf(Array)
})
