import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describeMinutes } from '@timezone-registry/zones/amounts'
import type { Texts } from '@timezone-registry/zones/read-text'
import { TEXTS } from '@timezone-registry/zones/texts'
import { describe, expect, test } from 'vitest'
import { chooseLanguage, directionOf, LANGUAGES, type Language } from './languages.ts'
import { loadTexts } from './load-texts.ts'

const LANGUAGE_LIST = Object.keys(LANGUAGES) as Language[]
const PARTS = ['start', 'views', 'account', 'shared'] as const

const UNITS = ['hours', 'minutes'].flatMap((unit) =>
  ['one', 'many', 'other'].map((form) => `amounts.${unit}_${form}`),
)
// The same in another language, not forgotten: names, symbols and words that it shares with English.
const SHARED: Record<string, string[]> = {
  all: ['title', 'find.keys', 'meet.halfHour', 'meet.others', 'amounts.hoursAndMinutes'],
  es: UNITS,
  'pt-BR': [...UNITS, 'person.share.badge'],
  de: ['person.share.badge', 'preferences.system', 'meet.details', 'sun.in'],
  fr: [
    ...UNITS,
    'pages.label',
    'person.share.badge',
    'privacyPage.contact.heading',
    'visibility.levels.public.name',
  ],
}

/** A part of the page in a language: every text by its key, plural forms under their own. */
function readPart(language: Language, part: (typeof PARTS)[number]): Map<string, string> {
  if (part === 'shared') return new Map(flatten(TEXTS[language]))
  const file = new URL(`./${language}/${part}.json`, import.meta.url)
  return new Map(flatten(JSON.parse(readFileSync(fileURLToPath(file), 'utf8'))))
}

function flatten(node: Texts | string, path: string[] = []): [string, string][] {
  if (typeof node === 'string') return [[path.join('.'), node]]
  return Object.entries(node).flatMap(([key, child]) => flatten(child, [...path, key]))
}

function formsOf(keys: Iterable<string>): Map<string, string[]> {
  return Map.groupBy(keys, (key) => key.replace(/_(zero|one|two|few|many|other)$/, ''))
}

describe.each(PARTS)('the part %s', (part) => {
  const english = readPart('en', part)

  test.each(LANGUAGE_LIST)('has every text in %s, with the plural forms of the language', (language) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const expected = [...formsOf(english.keys())].flatMap(([key, forms]) =>
      forms.length === 1 ? [key] : pluralCategories.map((form) => `${key}_${form}`),
    )
    expect([...readPart(language, part).keys()].toSorted()).toEqual(expected.toSorted())
  })

  test.each(LANGUAGE_LIST.slice(1))('says nothing in English in %s', (language) => {
    const shared = [...(SHARED.all ?? []), ...(SHARED[language] ?? [])]
    const same = [...readPart(language, part)].filter(([key, text]) => text === english.get(key))
    expect(same.map(([key]) => key).filter((key) => !shared.includes(key))).toEqual([])
  })

  test.each(LANGUAGE_LIST)('says each name and amount in %s that English says', (language) => {
    const partsOf = (text = '') => (text.match(/{{\w+}}/g) ?? []).toSorted()
    for (const [key, text] of readPart(language, part)) {
      const name = key.replace(/_(zero|one|two|few|many|other)$/, '')
      const expected = partsOf(english.get(key) ?? english.get(`${name}_other`))
      // One and two may be words.
      const isWord = expected.includes('{{count}}') && /_(zero|one|two)$/.test(key)
      expect(partsOf(isWord ? `${text.replace('{{count}}', '')}{{count}}` : text), key).toEqual(expected)
    }
  })

  test.each(LANGUAGE_LIST)(
    'has no empty text, no stray spaces, and no straight apostrophes in %s',
    (language) => {
      for (const [key, text] of readPart(language, part)) {
        expect(text, key).toBe(text.trim())
        expect(text, key).toMatch(/^(?!.*('| {2}|\.\.\.)).+$/)
      }
    },
  )
})

test('no group of texts is in two parts, where one would hide the other', () => {
  const groups = PARTS.flatMap((part) => [
    ...new Set([...readPart('en', part).keys()].map((key) => key.split('.')[0])),
  ])
  expect(new Set(groups).size).toBe(groups.length)
})

test.each(LANGUAGE_LIST)('a view that a sentence names in %s is named like its tab', async (language) => {
  const t = await (await loadTexts(language)).account()
  for (const [sentence, view] of [
    [t('visibility.levels.public.sentence'), t('pages.everyone')],
    [t('availability.show.hours.sentence'), t('pages.meet')],
  ])
    expect(sentence).toMatch(new RegExp(`[“„«「]\\s?${view}\\s?[”“»」]`))
})

test.each(LANGUAGE_LIST)('a number and its unit stay on one line in %s', async (language) => {
  const t = await (await loadTexts(language)).views()
  for (const amount of [describeMinutes(300, t), describeMinutes(30, t), t('meet.halfHour')])
    expect(amount).not.toMatch(/\d \p{L}/u)
})

test('hours and minutes are joined as the language does', async () => {
  const inLanguage = async (language: Language) => describeMinutes(150, (await loadTexts(language)).start)
  expect(await inLanguage('ja')).toBe('2時間30分')
  expect(await inLanguage('ar')).toBe('ساعتين و30\u00a0دقيقة')
})

test('plural forms follow the language: Russian has three, Arabic five', async () => {
  const count = async (language: Language, counts: number[]) => {
    const t = await (await loadTexts(language)).views()
    return counts.map((count) => t('list.count', { count }))
  }
  expect(await count('ru', [1, 2, 5, 11, 21, 22])).toEqual([
    '1 человек',
    '2 человека',
    '5 человек',
    '11 человек',
    '21 человек',
    '22 человека',
  ])
  expect(await count('ar', [1, 2, 3, 11, 100])).toEqual([
    'شخص واحد',
    'شخصان',
    '3 أشخاص',
    '11 شخصًا',
    '100 شخص',
  ])
})

test.for([
  [['pt-PT'], 'pt-BR'],
  [['fr-CA', 'en-CA'], 'fr'],
  [['nl-NL', 'ja-JP'], 'ja'],
  [['AR-eg'], 'ar'],
  [['C', 'fr_FR.UTF-8'], 'fr'],
  [['de@euro'], 'de'],
  [['zh-Hant-TW'], 'en'],
  [[], 'en'],
] as const)('%s is read in %s, also before the first paint', ([browser, expected]) => {
  expect(chooseLanguage(browser)).toBe(expected)
  expect(paintFirst({ languages: browser })).toEqual({ lang: expected, dir: directionOf(expected) })
})

test('a language chosen before wins over the browser’s, and a damaged choice is ignored', () => {
  expect(paintFirst({ languages: ['de'], stored: '{"language":"ar"}' })).toEqual({ lang: 'ar', dir: 'rtl' })
  expect(paintFirst({ languages: ['de'], stored: '{"theme":"dark"}' })).toMatchObject({ lang: 'de' })
  for (const stored of ['{', 'null', '5', '{"language":{}}'])
    expect(paintFirst({ languages: ['de'], stored })).toEqual({ lang: 'de', dir: 'ltr' })
})

test('every language is listed under its own name', () => {
  for (const [tag, name] of Object.entries(LANGUAGES)) {
    const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? ''
    expect(own.toLowerCase()).toBe(name.toLowerCase())
  }
})

/** What the script in `index.html` does to the document. */
function paintFirst({ languages, stored }: { languages: readonly string[]; stored?: string }) {
  const page = readFileSync(fileURLToPath(new URL('../../index.html', import.meta.url)), 'utf8')
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? []
  const { dataset: _, ...documentElement } = { dataset: {}, lang: '', dir: '' }
  const root = Object.assign(documentElement, { dataset: {} })
  runInNewContext(script, {
    document: { documentElement: root },
    localStorage: { getItem: () => stored ?? null },
    navigator: { languages },
    window: {},
  })
  return { lang: root.lang, dir: root.dir }
}
