import type { LanguageTag } from '@timezone-registry/zones/place-of'

/** What a person's page, picture, badge and embedded clock say, in one language. */
export type PageTexts = {
  /** The tag of its `lang` attribute. */
  language: LanguageTag
  /** The description where there is no person to show. */
  nobody: string
  /** In place of the time of a person who is not there, and in place of the page. */
  notFound: string
  noClock: string
  /** Whether the person is available now. */
  states: { available: string; away: string }
  /** `until` is the last day of the offset, `offset` the next one, such as `UTC+2`. */
  change(until: string, offset: string): string
  /** `zone` is `UTC+1 (CET)`; `until` is the last day of it, undefined if no change is known. */
  describe(person: { name: string; place: string; zone: string; until: string | undefined }): string
}

const describeBy =
  (until: (date: string) => string, invitation: string): PageTexts['describe'] =>
  (person) => {
    const end = person.until === undefined ? '' : until(person.until)
    // A Russian date ends in a full stop of its own.
    const sentence = `${person.name} · ${person.place}: ${person.zone}${end}`.replace(/\.$/, '')
    return `${sentence}. ${invitation}`
  }

const en: PageTexts = {
  language: 'en',
  nobody: 'Local time',
  notFound: 'not found',
  noClock: 'This clock doesn’t exist.',
  states: { available: 'available', away: 'away' },
  change: (until, offset) => `until ${until}, then ${offset}`,
  describe: ({ name, place, zone, until }) =>
    `${name} is in ${place}: ${zone}${until === undefined ? '' : ` until ${until}`}. See the current time there.`,
}

const TEXTS: Record<string, PageTexts> = {
  en,
  de: {
    language: 'de',
    nobody: 'Ortszeit',
    notFound: 'nicht gefunden',
    noClock: 'Diese Uhr gibt es nicht.',
    states: { available: 'verfügbar', away: 'nicht verfügbar' },
    change: (until, offset) => `bis ${until}, danach ${offset}`,
    describe: describeBy((date) => ` bis ${date}`, 'Sieh nach, wie spät es dort gerade ist.'),
  },
  es: {
    language: 'es',
    nobody: 'Hora local',
    notFound: 'no encontrado',
    noClock: 'Este reloj no existe.',
    states: { available: 'disponible', away: 'no disponible' },
    change: (until, offset) => `hasta el ${until}; después, ${offset}`,
    describe: describeBy((date) => ` hasta el ${date}`, 'Mira qué hora es allí ahora.'),
  },
  fr: {
    language: 'fr',
    nobody: 'Heure locale',
    notFound: 'introuvable',
    noClock: 'Cette horloge n’existe pas.',
    states: { available: 'disponible', away: 'indisponible' },
    change: (until, offset) => `jusqu’au ${until}, puis ${offset}`,
    // With a space before the colon.
    describe: ({ name, place, zone, until }) =>
      `${name} · ${place}\u202f: ${zone}${until === undefined ? '' : ` jusqu’au ${until}`}. Voyez quelle heure il est là-bas.`,
  },
  // Worded for every variety of Portuguese.
  pt: {
    language: 'pt-BR',
    nobody: 'Hora local',
    notFound: 'não encontrado',
    noClock: 'Este relógio não existe.',
    states: { available: 'disponível', away: 'indisponível' },
    change: (until, offset) => `até ${until}, depois ${offset}`,
    describe: describeBy((date) => ` até ${date}`, 'Veja que horas são lá agora.'),
  },
  ru: {
    language: 'ru',
    nobody: 'Местное время',
    notFound: 'не найдено',
    noClock: 'Таких часов нет.',
    states: { available: 'на связи', away: 'не на связи' },
    change: (until, offset) => `до ${until}, затем ${offset}`,
    describe: describeBy((date) => ` до ${date}`, 'Посмотрите, сколько там сейчас времени.'),
  },
  ar: {
    language: 'ar',
    nobody: 'الوقت المحلي',
    notFound: 'غير موجود',
    noClock: 'هذه الساعة غير موجودة.',
    states: { available: 'متاح', away: 'غير متاح' },
    change: (until, offset) => `حتى ${until}، ثم ${offset}`,
    describe: describeBy((date) => ` حتى ${date}`, 'اعرف كم الساعة هناك الآن.'),
  },
  ja: {
    language: 'ja',
    nobody: '現地時刻',
    notFound: '見つかりません',
    noClock: 'この時計は存在しません。',
    states: { available: '対応可', away: '不在' },
    change: (until, offset) => `${until}まで、その後は${offset}`,
    describe: ({ name, place, zone, until }) =>
      `${name} · ${place}：${zone}${until === undefined ? '' : `（${until}まで）`}。現地の現在時刻を確認できます。`,
  },
}

/** The languages of the page, as a request may ask for them; the first where it asks for none. */
export const PAGE_LANGUAGES = Object.keys(TEXTS)

/** The texts in one of `PAGE_LANGUAGES`; otherwise in English. */
export function pageTexts(language: string | false): PageTexts {
  return (language !== false && TEXTS[language]) || en
}
