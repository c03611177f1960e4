/** The texts of the account page, in English. Other languages have the same keys. */
export const accountEn = {
  signIn: 'Sign in to see what is stored about you, and to download or erase it.',
  open: 'There’s no sign-in here, so there are no accounts. To see or delete a record, enter its user ID on the home page.',
  home: 'Go to the home page',
  noAnswer: 'The service can’t be reached. Check your connection and try again.',
  expired: 'You’re no longer signed in. Sign in again to continue.',
  profile: { name: 'Name', userId: 'User ID' },
  sessions: {
    heading: 'Where you’re signed in',
    loading: 'Loading…',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    unknownDevice: 'Unknown device',
    current: 'This device',
    since: (provider: string, date: string) => `Signed in with ${provider} on ${date}`,
    lastUsedRecently: 'Used within the last hour',
    lastUsed: (ago: string) => `Last used ${ago}`,
    end: 'Sign out',
    endNamed: (device: string) => `Sign out ${device}`,
    ending: 'Signing out…',
    ended: (device: string) => `Signed out: ${device}.`,
    endAll: 'Sign out on all devices',
  },
  download: {
    heading: 'Download your data',
    text: 'Everything that is stored about you, in one file (JSON).',
    action: 'Download',
    pending: 'Preparing the file…',
    done: 'Your file has been downloaded.',
  },
  erase: {
    heading: 'Erase everything',
    text: 'Deletes your time zone, your name and all sign-ins here. Your account at the service you sign in with isn’t affected.',
    action: 'Erase everything…',
    pending: 'Erasing…',
    ask: 'Erase everything?',
    askText:
      'Your time zone, your name and all your sign-ins will be deleted, and you’ll be signed out on all devices. Your local time will no longer be shown. This can’t be undone.',
    confirm: 'Erase',
    unsure: 'The service didn’t answer, so your data may or may not be erased. Erase again to be sure.',
    done: 'Everything is erased',
    doneText:
      'Your time zone, your name and all your sign-ins are deleted, and you’re signed out on all devices. If you sign in again, you’ll start from scratch.',
    remains: 'What can remain elsewhere, and for how long',
  },
}

export type AccountTexts = typeof accountEn
