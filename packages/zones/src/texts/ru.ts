import type { SharedTexts } from './en.ts'

export const texts: SharedTexts = {
  clock: {
    hours: (hours) => `${hours}\u00a0ч`,
    minutes: (minutes) => `${minutes}\u00a0мин`,
    hoursAndMinutes: (hours, minutes) => `${hours} ${minutes}`,
  },
  person: {
    missing: 'Здесь нет часов',
    missingText: 'Возможно, ссылка неверна или этот человек не показывает своё местное время.',
    wakes: (amount) => `Скорее всего, спит · проснётся примерно через ${amount}`,
    awake: 'Скорее всего, не спит',
    awakeUntil: (amount) => `Скорее всего, не спит · ещё примерно ${amount}`,
    windingDown: (amount) => `Скорее всего, скоро ляжет спать · уснёт примерно через ${amount}`,
    available: 'На связи',
    availableFor: (amount) => `На связи · ещё ${amount}`,
    away: 'Не на связи',
    awayFor: (amount) => `Не на связи · будет через ${amount}`,
  },
}
