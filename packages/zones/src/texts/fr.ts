import type { SharedTexts } from './en.ts'

export const texts: SharedTexts = {
  clock: {
    hours: (hours) => `${hours}\u00a0h`,
    minutes: (minutes) => `${minutes}\u00a0min`,
    hoursAndMinutes: (hours, minutes) => `${hours} ${minutes}`,
  },
  person: {
    missing: 'Aucune horloge ici',
    missingText: 'Le lien est peut-être incorrect, ou cette personne ne partage pas son heure locale.',
    wakes: (amount) => `Dort probablement · réveil dans environ ${amount}`,
    awake: 'Probablement debout',
    awakeUntil: (amount) => `Probablement debout · encore ${amount} environ`,
    windingDown: (amount) => `Probablement bientôt au lit · dort dans environ ${amount}`,
    available: 'Disponible',
    availableFor: (amount) => `Disponible · encore ${amount}`,
    away: 'Indisponible',
    awayFor: (amount) => `Indisponible · disponible dans ${amount}`,
  },
}
