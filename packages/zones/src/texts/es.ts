import type { SharedTexts } from './en.ts'

export const texts: SharedTexts = {
  clock: {
    hours: (hours) => `${hours}\u00a0h`,
    minutes: (minutes) => `${minutes}\u00a0min`,
    hoursAndMinutes: (hours, minutes) => `${hours} ${minutes}`,
  },
  person: {
    missing: 'Aquí no hay ningún reloj',
    missingText: 'Puede que el enlace sea incorrecto o que esta persona no comparta su hora local.',
    wakes: (amount) => `Probablemente duerme · despierta en aprox. ${amount}`,
    awake: 'Probablemente despierto/a',
    awakeUntil: (amount) => `Probablemente despierto/a · aprox. ${amount} más`,
    windingDown: (amount) => `Probablemente a punto de dormir · se duerme en aprox. ${amount}`,
    available: 'Disponible',
    availableFor: (amount) => `Disponible · ${amount} más`,
    away: 'No disponible',
    awayFor: (amount) => `No disponible · disponible en ${amount}`,
  },
}
