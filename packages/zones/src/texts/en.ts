/** What the web app and the service's own pages both say, in English. Other languages have the same keys. */
export const en = {
  clock: {
    hours: (hours: number) => `${hours}\u00a0h`,
    minutes: (minutes: number) => `${minutes}\u00a0min`,
    hoursAndMinutes: (hours: string, minutes: string) => `${hours} ${minutes}`,
  },
  person: {
    missing: 'There’s no clock here',
    missingText: 'The link may be wrong, or this person doesn’t share their local time.',
    wakes: (amount: string) => `Likely asleep · wakes in about ${amount}`,
    awake: 'Likely awake',
    awakeUntil: (amount: string) => `Likely awake · for about ${amount} more`,
    windingDown: (amount: string) => `Likely winding down · asleep in about ${amount}`,
    available: 'Available',
    availableFor: (amount: string) => `Available · for another ${amount}`,
    away: 'Away',
    awayFor: (amount: string) => `Away · available in ${amount}`,
  },
}

export type SharedTexts = typeof en
