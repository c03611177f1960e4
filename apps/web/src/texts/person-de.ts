import type { PersonTexts } from './person-en.ts'

/** The texts of a person's page, in German. */
export const personDe: PersonTexts = {
  missing: 'Hier gibt es keine Uhr',
  missingText: 'Vielleicht stimmt der Link nicht, oder diese Person teilt ihre Ortszeit nicht.',
  home: 'Eigene Zeitzone festlegen',
  wakes: (amount) => `Schläft wahrscheinlich · wacht in etwa ${amount} auf`,
  awake: 'Wahrscheinlich wach',
  awakeUntil: (amount) => `Wahrscheinlich noch etwa ${amount} wach`,
  add: 'Zu meinen Leuten hinzufügen',
  added: 'Bei meinen Leuten',
  copyLink: 'Link kopieren',
  onlyYou: 'Dein Eintrag ist privat: Nur du siehst diese Seite.',
  share: {
    heading: 'Deine Zeit anderswo zeigen',
    text: 'Wer das Abzeichen oder die Uhr sieht, erfährt deine Zeitzone.',
    badge: 'Abzeichen',
    badgeAlt: (name) => `Ortszeit von ${name}`,
    embed: 'Uhr',
    embedTitle: (name) => `Ortszeit von ${name}`,
    copy: (format) => `${format} kopieren`,
  },
}
