import type { MeetTexts } from './meet-en.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('de')

/** The texts of the meeting page, in German. */
export const meetDe: MeetTexts = {
  title: 'Treffen',
  heading: 'Einen Termin finden',
  duration: 'Dauer',
  halfHour: '30 Min.',
  hours: (hours) => plural(hours, { one: '1 Stunde', other: `${hours} Stunden` }),
  best: 'Die besten Zeiten der nächsten 14 Tage',
  goodForAll: 'Passt allen',
  goodFor: (count) => `Passt für ${count}`,
  uncheckedCount: (count) =>
    plural(count, {
      one: '1 konnte nicht geprüft werden',
      other: `${count} konnten nicht geprüft werden`,
    }),
  hard: {
    late: (names) => `spät für ${names}`,
    night: (names) => `Nacht für ${names}`,
    early: (names) => `früh für ${names}`,
  },
  weekendFor: (names) => `Wochenende für ${names}`,
  more: (count) => plural(count, { one: '1 weitere Person', other: `${count} weitere` }),
  you: 'dich',
  noneGood: 'Keine Zeit passt allen. Diese passen noch am besten.',
  past: 'Diese Zeit ist schon vorbei.',
  day: 'Tag',
  previousDay: 'Voriger Tag',
  nextDay: 'Nächster Tag',
  now: 'Jetzt',
  whoseDay: 'Wessen Tag',
  yourTime: 'Deine Zeit',
  timeOf: (name) => `Zeit von ${name}`,
  moment: 'Uhrzeit',
  range: (start, end) => `${start} bis ${end}`,
  bandOf: (name) => `Tagesverlauf von ${name}`,
  others: (count) => `+${count}`,
  asleep: 'schläft',
  clocksForward: (place, amount) => `In ${place} wird die Uhr an diesem Tag um ${amount} vorgestellt.`,
  clocksBack: (place, amount) => `In ${place} wird die Uhr an diesem Tag um ${amount} zurückgestellt.`,
  times: 'Uhrzeit bei allen',
  share: 'Termin teilen',
  inTime: (name) => `für ${name}`,
  copyText: 'Als Text kopieren',
  copyDiscord: 'Für Discord kopieren',
  addToCalendar: 'In den Kalender',
  calendarTitle: (names) => `Treffen: ${names}`,
  sendTo: 'Teilen …',
  formats: 'Alle Discord-Formate',
  copy: 'Kopieren',
  copyFormat: (format) => `${format} kopieren`,
  emptyTitle: 'Wen möchtest du treffen?',
  empty: 'Füge zuerst Personen hinzu. Dann siehst du die Zeiten, die allen passen.',
  addPeople: 'Personen hinzufügen',
}
