import type { ServicePrivacy } from '@timezone-registry/contract'

type Visibility = ServicePrivacy['default_visibility']

const newRecords: Record<Visibility, string> = {
  public: 'New records are public.',
  unlisted: 'New records are unlisted.',
  private: 'New records are private.',
}

/** The texts of the privacy page, in English. Other languages have the same keys. */
export const privacyEn = {
  intro: 'What this service knows about you, who sees it, and how to delete it.',
  stored: {
    heading: 'What is stored',
    record:
      'Your record: your user ID, a name, a time zone, and when it was created and last saved. When you save a new time zone, the old one is gone: there is no history.',
    login: (providers: string) =>
      `For each time you sign in with ${providers}: your ID, name and picture there, which browser and system you used, when you signed in, and when you were last here. No password and no email address.`,
    browser:
      'In your browser: the theme, language and clock you chose, the people you compare, what you typed on the home page, and what you decided while travelling. Nothing on this page tracks you, and nothing is loaded from other sites.',
  },
  seen: {
    heading: 'Who sees it',
    open: 'There’s no sign-in here. Anyone who can open this page can look up, change and delete any record, so save only what you don’t mind everyone knowing.',
    public: 'Anyone can look up a record, unless it is private.',
    closed:
      'Only people who have signed in, and programs with a key, can look up a record. Private records stay hidden from them, too.',
    choose: 'You choose who sees your time zone, and you can change your mind at any time:',
    newRecords,
    copies:
      'Other programs can copy public records. The service reports deleted and hidden records to them, so that they can delete their copies.',
    operator: 'The operator, and programs with full access, can see all records.',
  },
  kept: {
    heading: 'For how long',
    record: 'Your record is kept until you delete it.',
    deletion: (days: string) =>
      `After that, your user ID and the time of the deletion are kept for ${days}, so that programs with a copy can delete theirs. Your name and time zone are not kept.`,
    session: (age: string, idle: string) =>
      `You stay signed in for at most ${age}, and you are signed out if you don’t come back for ${idle}.`,
    sessions: (count: number) =>
      `You can be signed in on up to ${count} devices. If you sign in on another, you are signed out on the one you haven’t used for the longest time.`,
    backups: 'If the operator makes backups, your data stays in them until the operator deletes them.',
  },
  logged: {
    heading: 'What is logged',
    changes: 'Each sign-in, change and deletion, with your user ID and the time zone you chose.',
    changesNetwork:
      'Each sign-in, change and deletion, with your user ID, the time zone you chose and a shortened form of your IP address.',
    requests: 'Each request: which function was used and how long it took, but not for whom.',
    requestsNetwork:
      'Each request: which function was used and how long it took, with a shortened form of your IP address, but not your user ID.',
    failures: 'Each request that failed: which function was used and how long it took, but not for whom.',
    failuresNetwork:
      'Each request that failed: which function was used and how long it took, with a shortened form of your IP address, but not your user ID.',
    nothing: 'Nothing about you is written to a log.',
    kept: (days: string) => `The operator keeps the log for ${days}.`,
    keptUnknown: 'The operator doesn’t say how long the log is kept.',
  },
  own: {
    heading: 'See and delete your data',
    account:
      'In your account, you can download everything that is stored about you, sign out on any device, and erase everything.',
    accountLink: 'Go to your account',
    open: 'Enter your user ID on the home page to see your record and delete it.',
    openLink: 'Go to the home page',
    closed: 'Records here are saved by programs. Ask the program you use, or the operator.',
  },
  contact: {
    heading: 'Contact',
    text: 'For questions about your data, contact the operator:',
    none: 'The operator hasn’t published a contact address.',
  },
}

export type PrivacyTexts = typeof privacyEn
