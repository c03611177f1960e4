import type { SharedTexts } from './en.ts'

export const texts: SharedTexts = {
  clock: {
    hours: (hours) => `${hours}\u00a0h`,
    minutes: (minutes) => `${minutes}\u00a0min`,
    hoursAndMinutes: (hours, minutes) => `${hours} ${minutes}`,
  },
  person: {
    missing: 'Não há nenhum relógio aqui',
    missingText: 'O link pode estar errado, ou esta pessoa não compartilha a hora local.',
    wakes: (amount) => `Provavelmente dormindo · acorda em cerca de ${amount}`,
    awake: 'Provavelmente acordado(a)',
    awakeUntil: (amount) => `Provavelmente acordado(a) · ainda por cerca de ${amount}`,
    windingDown: (amount) => `Provavelmente quase dormindo · dorme em cerca de ${amount}`,
    available: 'Disponível',
    availableFor: (amount) => `Disponível · por mais ${amount}`,
    away: 'Indisponível',
    awayFor: (amount) => `Indisponível · disponível em ${amount}`,
  },
}
