/** What the head of a person's page says, in one language. */
export type PageTexts = {
  /** The tag of its `lang` attribute. */
  language: string
  /** The description where there is no person to show. */
  nobody: string
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
  describe: ({ name, place, zone, until }) =>
    `${name} is in ${place}: ${zone}${until === undefined ? '' : ` until ${until}`}. See the current time there.`,
}

const TEXTS: Record<string, PageTexts> = {
  en,
  de: {
    language: 'de',
    nobody: 'Ortszeit',
    describe: describeBy((date) => ` bis ${date}`, 'Sieh nach, wie spät es dort gerade ist.'),
  },
  es: {
    language: 'es',
    nobody: 'Hora local',
    describe: describeBy((date) => ` hasta el ${date}`, 'Mira qué hora es allí ahora.'),
  },
  fr: {
    language: 'fr',
    nobody: 'Heure locale',
    // With a space before the colon.
    describe: ({ name, place, zone, until }) =>
      `${name} · ${place}\u202f: ${zone}${until === undefined ? '' : ` jusqu’au ${until}`}. Voyez quelle heure il est là-bas.`,
  },
  // Worded for every variety of Portuguese.
  pt: {
    language: 'pt-BR',
    nobody: 'Hora local',
    describe: describeBy((date) => ` até ${date}`, 'Veja que horas são lá agora.'),
  },
  ru: {
    language: 'ru',
    nobody: 'Местное время',
    describe: describeBy((date) => ` до ${date}`, 'Посмотрите, сколько там сейчас времени.'),
  },
  ar: {
    language: 'ar',
    nobody: 'الوقت المحلي',
    describe: describeBy((date) => ` حتى ${date}`, 'اعرف كم الساعة هناك الآن.'),
  },
  ja: {
    language: 'ja',
    nobody: '現地時刻',
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
