import type { SharedTexts } from './en.ts'

export const texts: SharedTexts = {
  clock: {
    hours: (hours) => `${hours}\u00a0Std.`,
    minutes: (minutes) => `${minutes}\u00a0Min.`,
    hoursAndMinutes: (hours, minutes) => `${hours} ${minutes}`,
  },
  person: {
    missing: 'Hier gibt es keine Uhr',
    missingText: 'Vielleicht stimmt der Link nicht, oder diese Person teilt ihre Ortszeit nicht.',
    wakes: (amount) => `Schläft wahrscheinlich · wacht in etwa ${amount} auf`,
    awake: 'Wahrscheinlich wach',
    awakeUntil: (amount) => `Wahrscheinlich noch etwa ${amount} wach`,
    windingDown: (amount) => `Wahrscheinlich bald im Bett · schläft in etwa ${amount}`,
    available: 'Erreichbar',
    availableFor: (amount) => `Noch ${amount} erreichbar`,
    away: 'Nicht erreichbar',
    awayFor: (amount) => `Nicht erreichbar · wieder in ${amount}`,
  },
}
