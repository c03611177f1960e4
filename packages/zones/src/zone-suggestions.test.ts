import moment from 'moment-timezone'
import { expect, test } from 'vitest'
import { createZoneNames } from './zone-names.ts'
import { findOffsetMinutes } from './zone-times.ts'

const { suggest } = createZoneNames()
const suggestAt = (time: string, text: string) =>
  createZoneNames({ now: () => Date.parse(time) }).suggest(text)
const offsetsNow = (zones: readonly string[]) => zones.map((zone) => findOffsetMinutes(zone, Date.now()))

const HOURS = Array.from({ length: 13 }, (_, hours) => hours)
const FORMS = HOURS.flatMap((hours) =>
  ['+', '-'].flatMap((sign) =>
    ['GMT', 'UTC'].map((name): [string, number] => [
      `${name}${sign}${hours}`,
      (sign === '-' ? -60 : 60) * hours,
    ]),
  ),
)

test.for(FORMS)('%s suggests zones that are %i minutes east of UTC now, and no others', ([text, minutes]) => {
  const offsets = offsetsNow(suggest(text))
  expect(offsets.length).toBeGreaterThan(0)
  expect(new Set(offsets)).toEqual(new Set([minutes + 0]))
})

test.for([
  ['UTC+5:30', 330],
  ['+05:30', 330],
  ['+0545', 345],
  ['+5.5', 330],
  ['UTC+5.30', 330],
  ['GMT+0530', 330],
  ['gmt 2', 120],
  ['UTC−03', -180],
  ['UTC–3', -180],
  ['＋9', 540],
  ['-5', -300],
  ['- 5', -300],
  ['UTC +02:00', 120],
  ['UTC+14', 840],
  ['UTC+1h', 60],
  ['UTC+5h30', 330],
  ['UTC+3 hrs', 180],
  ['utc+5½', 330],
  ['UTC±0', 0],
  ['utc plus 2', 120],
  ['UTC/GMT+1', 60],
  ['GMT/UTC +5:30', 330],
  ['utc minus 5', -300],
  ['(UTC-02:00) Coordinated Universal Time-02', -120],
] as const)('%s suggests zones that are %i minutes east of UTC now', ([text, minutes]) => {
  const inSummer = suggestAt('2026-07-15T12:00:00Z', text)
  for (const [at, zones] of [
    [Date.now(), suggest(text)],
    [Date.parse('2026-07-15T12:00:00Z'), inSummer],
  ] as const)
    for (const zone of zones) expect(findOffsetMinutes(zone, at), zone).toBe(minutes)
  expect([...suggest(text), ...inSummer]).not.toEqual([])
})

test('the zones at an offset are those with the most people, as of now', () => {
  expect(suggestAt('2026-07-15T12:00:00Z', 'UTC-4')[0]).toBe('America/New_York')
  expect(suggestAt('2026-12-15T12:00:00Z', 'UTC-4')).not.toContain('America/New_York')
})

test.for([
  ['UTC+12:45', 'Pacific/Chatham'],
  ['UTC+13:45', 'Pacific/Chatham'],
  ['UTC-2:30', 'America/St_Johns'],
  ['UTC-3:30', 'America/St_Johns'],
] as const)('%s suggests %s in both halves of the year', ([text, zone]) => {
  for (const time of ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'])
    expect(suggestAt(time, text)).toEqual([zone])
})

test.for([
  '+7:30',
  'GMT-13',
  'UTC+15',
  '+99:99',
  '5',
  '14:30',
  '0530',
  'Mars/Phobos',
  'Mars',
  'Narnia',
  'hello',
  'Foo9',
  'EST-5',
  'Etc/UTC+3',
  'my time',
  'My local time',
  'here',
  'local',
  'auto',
  'n/a',
  'Europe/Sydney',
  'UTC±4',
  '±5:30',
  'UTC+/-3',
  'utc -+ 2',
  'GMT∓7',
  'UTC±1 Berlin',
  'New York UTC+5',
  'UTC+5 (EST)',
  'London UTC+8',
  '🙂',
  '',
])('nothing is suggested for %j, which may mean anything or nothing', (text) =>
  expect(suggest(text)).toEqual([]),
)

// What people type instead of a name, by what they mean.
const MEANT = `
Asia/Kolkata: Mumbai, Bombay, Delhi, Bangalore, India, Asia/Mumbai, Asia/Delhi, India Standard Time
America/New_York: USA, US, United States, Boston, new york, Nwe York, America/NewYork, US/Easten, ET, EDT, Eastern Time, Eastern Standard Time, Eastern Daylight Time, (UTC-05:00) Eastern Time (US & Canada)
America/Los_Angeles: PST, PDT, PT, Pacific Time, Pacific Standard Time, San Francisco, America/San_Francisco, California
America/Chicago: Central Standard Time, CDT, Texas, America/Birmingham
America/Denver: MDT, Mountain Standard Time
Europe/London: UK, GB, BST, England, Lodnon, GMT Standard Time
Europe/Berlin: CEST, MEZ, Germany, Deutschland, Berln, Frankfurt, Europe/Munich, DE, W. Europe Standard Time, W. Europe Daylight Time
Europe/Paris: Romance Standard Time, France, Lyon
Europe/Warsaw: Central European Standard Time, Poland
Europe/Kyiv: FLE Standard Time, Europe/Kyev, Odessa
Europe/Amsterdam: (UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna
Europe/Moscow: MSK, Russia, Russian Standard Time
Europe/Istanbul: Turkey, Ankara, Turkey Standard Time
Atlantic/Reykjavik: Greenwich Standard Time, Iceland
Asia/Dubai: UAE, Abu Dhabi, Arabian Standard Time
Asia/Riyadh: Arab Standard Time, Mecca
Asia/Dhaka: Bangladesh
Asia/Shanghai: CST, China, Beijing, Asia/Beijing, China Standard Time
Asia/Tokyo: JST, Japan, tokio, Osaka
Asia/Seoul: KST, Korea
Asia/Manila: PHT, Philippines
Asia/Ho_Chi_Minh: Saigon, Vietnam
Asia/Singapore: SGT, SG
Australia/Sydney: AEST, AEDT, Australia, Canberra, AUS Eastern Standard Time
Australia/Darwin: AUS Central Standard Time
Australia/Brisbane: Queensland, E. Australia Standard Time
Pacific/Auckland: NZDT, New Zealand, New Zealand Standard Time
Pacific/Pago_Pago: SST
America/Sao_Paulo: BRT, Brazil, Rio de Janeiro, E. South America Standard Time
America/Toronto: Montreal, Canada
America/Mexico_City: Mexico, Central Standard Time (Mexico)
America/Phoenix: Pheonix, Arizona
Africa/Johannesburg: SAST, South Africa, Cape Town
Africa/Lagos: WAT, Nigeria, W. Central Africa Standard Time
Africa/Nairobi: EAT, Kenya
`
const SAMPLES = MEANT.trim()
  .split('\n')
  .flatMap((line) => {
    const [zone = '', texts = ''] = line.split(/: (.*)/)
    return texts.split(/, (?![^(]*\)|Berlin|Bern|Rome|Stockholm|Vienna)/).map((text) => [text, zone] as const)
  })

test.for(SAMPLES)('%s suggests %s first', ([text, zone]) => expect(suggest(text)[0]).toBe(zone))

// Each with every zone suggested for it.
const ALL_MEANT = `
US/East: America/New_York
us east: America/New_York
east coast usa: America/New_York
US/West: America/Los_Angeles
us west: America/Los_Angeles
us west coast: America/Los_Angeles
us central: America/Chicago
us mountain: America/Denver
Pacific Standard Time (PST): America/Los_Angeles
ET (US): America/New_York
America/LA: America/Los_Angeles, America/Chicago
America/Washington: America/New_York, America/Los_Angeles
Washington: America/New_York, America/Los_Angeles
America/London: America/Toronto
London/Europe: Europe/London
Europe/Barcelona: Europe/Madrid
Etc/UTC: UTC
Germany/Berlin: Europe/Berlin
Germany, Munich: Europe/Berlin
NYC (EST): America/New_York
NYC/EST: America/New_York
New York/EST: America/New_York
EST/NYC: America/New_York
Dhaka/BST: Asia/Dhaka
London/BST: Europe/London
Manila/PST: Asia/Manila
EST/EDT: America/New_York, Australia/Sydney
Greenwich: Europe/London
KSA: Asia/Riyadh
Riyadh KSA: Asia/Riyadh
UAE: Asia/Dubai
the netherlands: Europe/Amsterdam
São Paulo - Brasil: America/Sao_Paulo
Santiago de Chile: America/Santiago
МСК: Europe/Moscow
北京时间: Asia/Shanghai
日本時間: Asia/Tokyo
Chicago IL: America/Chicago
Jerusalem IL: Asia/Jerusalem
San Francisco, CA: America/Los_Angeles
Toronto CA: America/Toronto
Indianapolis IN: America/Indiana/Indianapolis
Delhi IN: Asia/Kolkata
Birmingham AL: America/Chicago
Boston, MA: America/New_York
Perth WA: Australia/Perth
Adelaide SA: Australia/Adelaide
Melbourne, VIC: Australia/Melbourne
Vancouver BC: America/Vancouver
Paris, TX: America/Chicago
El Paso TX: America/Chicago, America/Denver
EST (UTC-5): America/New_York
EST (UTC+10): Australia/Sydney
EDT (UTC-4): America/New_York
PST -8: America/Los_Angeles
UTC +5:30 (IST): Asia/Kolkata
IST (GMT+5:30): Asia/Kolkata
+0530 IST: Asia/Kolkata
BST (UTC+1): Europe/London
GMT-4 (AST): America/Halifax
AEST (UTC+10): Australia/Sydney, Australia/Brisbane
UTC+1 Berlin: Europe/Berlin
Berlin, UTC+1: Europe/Berlin
UTC+1, Berlin: Europe/Berlin
Berlin/UTC+1: Europe/Berlin
UTC+01:00 Europe/Berlin: Europe/Berlin
Berlin (UTC+1/UTC+2): Europe/Berlin
Berlin (CET): Europe/Berlin
UTC+1:00 (Berlin, Paris): Europe/Berlin
GMT+8 Singapore: Asia/Singapore
UTC+8:00 China: Asia/Shanghai
China CST: Asia/Shanghai
Houston CST: America/Chicago
Panama EST: America/Panama
Dublin IST: Europe/Dublin
Moscow (MSK, UTC+3): Europe/Moscow
UTC+6 Astana: Asia/Almaty
GMT-8 Pacific Time: America/Los_Angeles
`

test.for(
  ALL_MEANT.trim()
    .split('\n')
    .map((line) => line.split(/: (?=[^:]*$)/)),
)('%s suggests %s and nothing else', ([text = '', zones = '']) =>
  expect(suggest(text)).toEqual(zones.split(', ')),
)

test.for(['CET (UTC+1)', 'GMT+1 (CET)', 'UTC+1/+2', 'CET/CEST'])(
  '%s suggests Europe/Berlin first, and only zones of its time',
  (text) => {
    const zones = suggest(text)
    expect(zones[0]).toBe('Europe/Berlin')
    for (const at of ['2026-01-15', '2026-07-15'].map(Date.parse))
      for (const zone of zones)
        expect(findOffsetMinutes(zone, at)).toBe(findOffsetMinutes('Europe/Berlin', at))
  },
)

test('an abbreviation suggests each of its zones, most likely first, and no other', () => {
  expect(suggest('IST')).toEqual(['Asia/Kolkata', 'Asia/Jerusalem', 'Europe/Dublin'])
  expect(suggest('PST')).toEqual(['America/Los_Angeles', 'Asia/Manila'])
  expect(suggest('BST')).toEqual(['Europe/London', 'Asia/Dhaka'])
})

test('every abbreviation in use suggests a zone that uses it', () => {
  const year = moment.utc('2026-07-15').valueOf()
  const inUse = Map.groupBy(
    moment.tz
      .names()
      .flatMap((zone) =>
        [year, year + 184 * 86_400_000].map((at) => ({ zone, name: moment.tz.zone(zone)?.abbr(at) ?? '' })),
      ),
    ({ name }) => name,
  )
  const letters = [...inUse].filter(([name]) => /^[A-Za-z]+$/.test(name))
  expect(letters.length).toBeGreaterThan(40)
  for (const [name, uses] of letters)
    expect(
      uses.map(({ zone }) => zone),
      name,
    ).toEqual(expect.arrayContaining([expect.toBeOneOf(suggest(name))]))
})
