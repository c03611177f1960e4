import { fold } from './fold.ts'

const KINDS = ['standard ', 'daylight ', 'daylight saving ', 'daylight savings ', 'summer ', 'winter ', '']
const TIMES = ['time', 'time zone', 'timezone', 'time us', 'time us canada']
const ENDINGS = [
  ...KINDS.flatMap((kind) => TIMES.map((time) => kind + time)),
  ...['zeit', 'ortszeit', 'normalzeit', 'sommerzeit', 'winterzeit', 'время', '시간'],
]
const BEGINNING =
  /^(?:current |local )?time (?:in|at) |^the |^(?:la )?(?:heure|hora) (?:de |del |da |do |du )/

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
  const [, unspaced] = /^(.+?)(?:標準)?(?:時間|时间)$/.exec(text) ?? []
  if (unspaced !== undefined) return unspaced
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) {
    const rest = text.slice(at + 1)
    if (ENDINGS.some((ending) => ending.startsWith(rest))) return text.slice(0, at)
  }
  return undefined
}
