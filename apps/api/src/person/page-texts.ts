import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { texts as ar } from '@timezone-registry/zones/texts/ar'
import { texts as de } from '@timezone-registry/zones/texts/de'
import { en, type SharedTexts } from '@timezone-registry/zones/texts/en'
import { texts as es } from '@timezone-registry/zones/texts/es'
import { texts as fr } from '@timezone-registry/zones/texts/fr'
import { texts as ja } from '@timezone-registry/zones/texts/ja'
import { texts as pt } from '@timezone-registry/zones/texts/pt-br'
import { texts as ru } from '@timezone-registry/zones/texts/ru'

/** What a person's page, picture, badge and embedded clock say, in one language. */
export type PageTexts = SharedTexts & {
  /** The tag of its `lang` attribute. */
  language: LanguageTag
  /** The description where there is no person to show. */
  nobody: string
  /** In place of the time of a person who is not there. */
  notFound: string
  /** What the time is that no script updates. */
  loaded: string
  /** Whether the person is available now. */
  states: { available: string; away: string }
  /** `zone` is `UTC+1 (CET)`; `until` is the last day of it, undefined if no change is known. */
  describe(person: { name: string; place: string; zone: string; until: string | undefined }): string
}

/** The `dir` attribute of a page in this language. */
export function directionOf({ language }: PageTexts): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

const describeBy =
  (until: (date: string) => string, invitation: string): PageTexts['describe'] =>
  (person) => {
    const end = person.until === undefined ? '' : until(person.until)
    // A Russian date ends in a full stop of its own.
    const sentence = `${person.name} · ${person.place}: ${person.zone}${end}`.replace(/\.$/, '')
    return `${sentence}. ${invitation}`
  }

const EN: PageTexts = {
  ...en,
  language: 'en',
  nobody: 'Local time',
  notFound: 'not found',
  loaded: 'Time when this page was loaded',
  states: { available: 'available', away: 'away' },
  describe: ({ name, place, zone, until }) =>
    `${name} is in ${place}: ${zone}${until === undefined ? '' : ` until ${until}`}. See the current time there.`,
}

const TEXTS: Record<string, PageTexts> = {
  en: EN,
  de: {
    ...de,
    language: 'de',
    nobody: 'Ortszeit',
    notFound: 'nicht gefunden',
    loaded: 'Uhrzeit beim Laden der Seite',
    states: { available: 'verfügbar', away: 'nicht verfügbar' },
    describe: describeBy((date) => ` bis ${date}`, 'Sieh nach, wie spät es dort gerade ist.'),
  },
  es: {
    ...es,
    language: 'es',
    nobody: 'Hora local',
    notFound: 'no encontrado',
    loaded: 'Hora al cargar la página',
    states: { available: 'disponible', away: 'no disponible' },
    describe: describeBy((date) => ` hasta el ${date}`, 'Mira qué hora es allí ahora.'),
  },
  fr: {
    ...fr,
    language: 'fr',
    nobody: 'Heure locale',
    notFound: 'introuvable',
    loaded: 'Heure au chargement de la page',
    states: { available: 'disponible', away: 'indisponible' },
    // With a space before the colon.
    describe: ({ name, place, zone, until }) =>
      `${name} · ${place}\u202f: ${zone}${until === undefined ? '' : ` jusqu’au ${until}`}. Voyez quelle heure il est là-bas.`,
  },
  // Worded for every variety of Portuguese.
  pt: {
    ...pt,
    language: 'pt-BR',
    nobody: 'Hora local',
    notFound: 'não encontrado',
    loaded: 'Hora em que a página foi carregada',
    states: { available: 'disponível', away: 'indisponível' },
    describe: describeBy((date) => ` até ${date}`, 'Veja que horas são lá agora.'),
  },
  ru: {
    ...ru,
    language: 'ru',
    nobody: 'Местное время',
    notFound: 'не найдено',
    loaded: 'Время на момент загрузки страницы',
    states: { available: 'на связи', away: 'не на связи' },
    describe: describeBy((date) => ` до ${date}`, 'Посмотрите, сколько там сейчас времени.'),
  },
  ar: {
    ...ar,
    language: 'ar',
    nobody: 'الوقت المحلي',
    notFound: 'غير موجود',
    loaded: 'الوقت عند تحميل الصفحة',
    states: { available: 'متاح', away: 'غير متاح' },
    describe: describeBy((date) => ` حتى ${date}`, 'اعرف كم الساعة هناك الآن.'),
  },
  ja: {
    ...ja,
    language: 'ja',
    nobody: '現地時刻',
    notFound: '見つかりません',
    loaded: 'ページを読み込んだ時点の時刻',
    states: { available: '対応可', away: '不在' },
    describe: ({ name, place, zone, until }) =>
      `${name} · ${place}：${zone}${until === undefined ? '' : `（${until}まで）`}。現地の現在時刻を確認できます。`,
  },
}

/** The languages of the page, as a request may ask for them; the first where it asks for none. */
export const PAGE_LANGUAGES = Object.keys(TEXTS)

/** The texts in one of `PAGE_LANGUAGES`; otherwise in English. */
export function pageTexts(language: string | false): PageTexts {
  return (language !== false && TEXTS[language]) || EN
}
