/** The texts of a person's page, in English. Other languages have the same keys. */
export const personEn = {
  missing: 'There’s no clock here',
  missingText: 'The link may be wrong, or this person doesn’t share their local time.',
  home: 'Set your own time zone',
  wakes: (amount: string) => `Likely asleep · wakes in about ${amount}`,
  awake: 'Likely awake',
  awakeUntil: (amount: string) => `Likely awake · for about ${amount} more`,
  add: 'Add to my people',
  added: 'In my people',
  copyLink: 'Copy link',
  onlyYou: 'Your record is private: only you see this page.',
  share: {
    heading: 'Show your time elsewhere',
    text: 'Everyone who sees the badge or the clock can see your time zone.',
    badge: 'Badge',
    badgeAlt: (name: string) => `${name}’s local time`,
    embed: 'Clock',
    embedTitle: (name: string) => `${name}’s local time`,
    copy: (format: string) => `Copy ${format}`,
  },
}

export type PersonTexts = typeof personEn
