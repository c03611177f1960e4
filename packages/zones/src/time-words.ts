import type { LanguageTag } from './place-of.ts'

// What words mean. `AM` and `PM`; parts of a day: `P0` the small hours, `P1` morning, `P2` afternoon, `P3` evening, `P4`
// night, `P5` and `P6` the halves in Japanese, which take hours over 12; `N` noon, `Z` midnight; `H`, `HRS`, `OCLOCK`, `MIN` units; `D0` today
// to `D2`; `W0` Sunday to `W6`; what months are also called, `M1` to `M12`; what stands before a time (`AT`), a date (`ON`) or
// both (`OF`), and after a year (`G`).

/** The words of a time of day, in all languages. `am` is not among them: in German, it stands before a day. */
export const TIME_WORDS: Record<string, string> = {
  AM: 'ص, 오전',
  PM: 'pm, م, 오후, مساء',
  P0: 'nachts, de la madrugada, da madrugada, de madrugada, ночи, فجرا, الفجر, 未明, 夜中の, 夜中',
  P1: 'in the morning, morning, am morgen, morgens, am vormittag, vormittags, vormittag, früh, in der früh, de la mañana, por la mañana, a la mañana, en la mañana, du matin, le matin, matin, du mat, da manhã, de manhã, pela manhã, cedo, утра, утром, صباحا, في الصباح, صباح, الصبح, 朝, 早朝',
  P2: 'in the afternoon, afternoon, am nachmittag, nachmittags, nachmittag, de la tarde, por la tarde, a la tarde, en la tarde, de l’après-midi, l’après-midi, après-midi, da tarde, à tarde, de tarde, дня, днём, عصرا, العصر, بعد الظهر, お昼, 昼',
  P3: 'in the evening, evening, am abend, abends, abend, du soir, le soir, soir, вечера, вечером, في المساء, 夕方',
  P4: 'at night, night, in der nacht, nacht, de la noche, por la noche, a la noche, en la noche, de la nuit, la nuit, da noite, à noite, de noite, ночью, ليلا, 深夜, 夜',
  P5: '午後',
  P6: '午前',
  N: 'noon, midday, mittag, mittags, mediodía, medio día, 12 del día, midi, meio-dia, полдень, الظهر, ظهرا, منتصف النهار, 正午',
  Z: 'midnight, mitternacht, medianoche, media noche, minuit, meia-noite, полночь, منتصف الليل, 真夜中',
  H: 'h, uhr, heure, heures, ч, час, часа, часов, 時, 时, 시',
  HRS: 'hrs, hs, hora, horas',
  OCLOCK: 'o’clock',
  MIN: 'min, minuten, minutes, minutos, мин, минут, минута, минуты, 分, 분',
  AT: 'at, um, a las, las, a la, a, al, à, às, ao, в, عند, الساعة',
}

/** The words of a day, besides the names of weekdays and months. Each language's are read beside those of English. */
export const DAY_WORDS: Record<LanguageTag, Record<string, string>> = {
  en: {
    D0: 'today',
    'P1 D0': 'this morning',
    'P2 D0': 'this afternoon',
    'P3 D0': 'this evening',
    'P4 D0': 'tonight',
    D1: 'tomorrow, tmrw, tmr',
    D2: 'day after tomorrow',
    W2: 'tues',
    W3: 'weds',
    W4: 'thur, thurs',
    ON: 'on, the, this',
    OF: 'of',
  },
  de: {
    D0: 'heute',
    D1: 'morgen',
    D2: 'übermorgen, uebermorgen',
    W6: 'sonnabend',
    M1: 'jänner, jaenner',
    M2: 'feber',
    M3: 'maerz',
    ON: 'am, den, der, dem, diesen',
  },
  es: {
    D0: 'hoy',
    'P1 D0': 'esta mañana',
    'P2 D0': 'esta tarde',
    'P4 D0': 'esta noche',
    D1: 'mañana',
    D2: 'pasado mañana',
    M9: 'setiembre',
    ON: 'el, este, día',
    OF: 'de, del',
  },
  fr: {
    D0: 'aujourd’hui',
    'P1 D0': 'ce matin',
    'P2 D0': 'cet après-midi',
    'P3 D0': 'ce soir',
    D1: 'demain',
    D2: 'après-demain',
    ON: 'le, ce',
  },
  'pt-BR': {
    D0: 'hoje, hj',
    'P4 D0': 'esta noite',
    D1: 'amanhã',
    D2: 'depois de amanhã',
    ON: 'no, na, dia, este, esta, neste, nesta',
    OF: 'de, do, em',
  },
  ja: {
    D0: '今日, きょう, 本日',
    'P1 D0': '今朝',
    'P4 D0': '今夜, 今晩',
    D1: '明日, あした',
    'P1 D1': '明朝',
    'P4 D1': '明晩',
    D2: '明後日, あさって',
    // Japanese puts them behind.
    '': 'の, に, から',
  },
  ar: {
    D0: 'اليوم, النهاردة',
    'P4 D0': 'الليلة',
    D1: 'غدا, بكرة, بكرا',
    D2: 'بعد غد',
    ON: 'يوم',
    OF: 'من, في',
  },
  ru: {
    D0: 'сегодня',
    D1: 'завтра',
    D2: 'послезавтра, после завтра',
    M2: 'фев',
    M9: 'сен',
    M11: 'ноя',
    ON: 'во, эту',
    OF: 'на',
    G: 'г, год, года',
  },
}

/** The words of a list, each with its sign. */
export function* listWords(words: Record<string, string>): Generator<[word: string, sign: string]> {
  for (const [sign, list] of Object.entries(words)) for (const word of list.split(', ')) yield [word, sign]
}
