import { fold } from './fold.ts'

const KINDS = ['standard ', 'daylight ', 'daylight saving ', 'daylight savings ', 'summer ', 'winter ', '']
const TIMES = ['time', 'time zone', 'timezone', 'time us', 'time us canada', 'time canada']
const ENDINGS = [
  ...KINDS.flatMap((kind) => TIMES.map((time) => kind + time)),
  ...['zeit', 'ortszeit', 'normalzeit', 'sommerzeit', 'winterzeit', 'время', '시간'],
].map(fold)
// How people ask for the time of a place before they name it, folded.
const QUESTIONS = [
  'what(?:s| is) the time|(?:what )?(?:current |local |exact )?time(?: ?zone| is it)?(?: right)?(?: now)?',
  '(?:wie spat|wie ?viel uhr) ist es(?: gerade| jetzt)?|(?:aktuelle |genaue )?(?:orts|uhr)?zeit(?:zone)?',
  '(?:que |la )?horas?(?: es| sao| actual| atual| local)?(?: ahora| agora)?|zona horaria|(?:[hf]uso )?horario',
  '(?:quelle |l)?heure(?: est il| actuelle| locale)?|il est quelle heure|fuseau horaire',
  'сколько (?:сеичас )?времени|которыи (?:сеичас )?час|(?:текущее |точное |местное )?время(?: сеичас)?|часовои пояс',
  '(?:كم )?الساعه(?: الان)?|(?:ال)?وقت(?: الان)?|[بال]*توقيت',
  '今何時|現在時刻|時間',
].join('|')
const IN = 'in|at|of|for|im|von|en|de|del|a|aux?|du|des|em|n[ao]s?|d[ao]s?|في'
// Not dropped with the question: it says that the name is declined.
const RUSSIAN_IN = 'во?|на|по'
const PLACES =
  'downtown|airport|flughafen|(?:haupt)?bahnhof|aeroport|aeropuerto|gare|estacion|estacao|stazione|аэропорт|вокзал|город|г|مطار|محطه|مدينه'
const BEGINNING = new RegExp(
  `^(?:(?:${QUESTIONS}|${PLACES})(?: (?:${IN}))?|the|${RUSSIAN_IN}) (?!(?:${IN}|${RUSSIAN_IN})$)`,
)
const JAPANESE = /^(.+?)(?:ては|の|は)? ?(?:現地|現在の?|今の?)?(?:標準時間?|時間|時刻|时间|何時)$/

const OWN_TIME =
  /^(?:(?:my|our|your) )?(?:(?:local|current|own) )?(?:time|time ?zone)$|^(?:here|local|auto(?:matic)?)$/
// The same in the other languages.
const OWN_TIMES = new Set(
  [
    ...['hier', 'meine Zeit', 'Ortszeit', 'lokal', 'meine Zeitzone'],
    ...['aquí', 'mi hora', 'hora local', 'mi zona horaria'],
    ...['ici', 'mon heure', 'heure locale', 'mon fuseau horaire'],
    ...['aqui', 'minha hora', 'meu fuso', 'meu fuso horário'],
    ...['ここ', '現在地', '現地時間', 'ローカル'],
    ...['هنا', 'وقتي', 'التوقيت المحلي', 'منطقتي الزمنية'],
    ...['здесь', 'тут', 'моё время', 'местное время', 'мой часовой пояс'],
  ].map(fold),
)

/** Whether folded text means the time of whoever wrote it: `my time`, `here`. */
export function isOwnTime(text: string): boolean {
  return OWN_TIME.test(text) || OWN_TIMES.has(text)
}

/**
 * What a time is named after: `london` for `london time`, `pacific` for `pacific standard t`, `tokyo` for
 * `time in tokyo`. Its last word may still be incomplete. Undefined for any other text.
 */
export function withoutTime(text: string): string | undefined {
  const beginning = BEGINNING.exec(text)?.[0] ?? ''
  if (beginning !== '') return text.slice(beginning.length) || undefined
  const [, unspaced] = JAPANESE.exec(text) ?? []
  if (unspaced !== undefined) return unspaced
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) {
    const rest = text.slice(at + 1)
    if (ENDINGS.some((ending) => ending.startsWith(rest))) return text.slice(0, at)
  }
  return undefined
}
