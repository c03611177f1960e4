import type { MeetTexts } from './meet-en.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('fr')

/** The texts of the meeting page, in French. */
export const meetFr: MeetTexts = {
  title: 'Réunion',
  heading: 'Trouver un moment pour se réunir',
  duration: 'Durée',
  halfHour: '30 min',
  hours: (hours) => plural(hours, { one: `${hours} heure`, other: `${hours} heures` }),
  best: 'Les meilleurs moments des 14 prochains jours',
  goodForAll: 'Convient à tous',
  goodFor: (count) => `Convient à ${count}`,
  uncheckedCount: (count) =>
    plural(count, {
      one: `vérification impossible pour ${count} personne`,
      other: `vérification impossible pour ${count} personnes`,
    }),
  hard: {
    late: (names) => `tard pour ${names}`,
    night: (names) => `de nuit pour ${names}`,
    early: (names) => `tôt pour ${names}`,
  },
  weekendFor: (names) => `week-end pour ${names}`,
  more: (count) => plural(count, { one: `${count} autre`, other: `${count} autres` }),
  you: 'vous',
  noneGood: 'Aucun moment ne convient à tous. Voici les moins mauvais.',
  past: 'Ce moment est passé.',
  day: 'Jour',
  previousDay: 'Jour précédent',
  nextDay: 'Jour suivant',
  now: 'Maintenant',
  whoseDay: 'Afficher selon',
  yourTime: 'Votre heure',
  timeOf: (name) => `L’heure de ${name}`,
  moment: 'Heure',
  range: (start, end) => `de ${start} à ${end}`,
  bandOf: (name) => `La journée de ${name}`,
  others: (count) => `+${count}`,
  asleep: 'dort',
  clocksForward: (place, amount) => `Ce jour-là, l’heure avance de ${amount} à ${place}.`,
  clocksBack: (place, amount) => `Ce jour-là, l’heure recule de ${amount} à ${place}.`,
  times: 'L’heure de chacun',
  share: 'Partager ce moment',
  inTime: (name) => `pour ${name}`,
  copyText: 'Copier le texte',
  copyDiscord: 'Copier pour Discord',
  addToCalendar: 'Ajouter à l’agenda',
  calendarTitle: (names) => `Réunion avec ${names}`,
  sendTo: 'Partager…',
  formats: 'Tous les formats Discord',
  copy: 'Copier',
  copyFormat: (format) => `Copier ${format}`,
  emptyTitle: 'Qui voulez-vous réunir\u202f?',
  empty: 'Ajoutez d’abord des personnes. Vous verrez ensuite les moments qui conviennent à tous.',
  addPeople: 'Ajouter des personnes',
}
