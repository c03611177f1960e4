import { createPlural } from '@timezone-registry/zones/plural'
import { en as shared } from '@timezone-registry/zones/texts/en'
import { en as start } from './en.ts'

const plural = createPlural('en')

const views = {
  zone: {
    ...start.zone,
    recent: 'Recent',
    friends: 'Your friends’ zones',
    byTime: 'By the time it is there',
    forgetRecent: 'Forget recent places',
    results: (count: number) => (count === 1 ? '1 time zone found' : `${count} time zones found`),
    yours: 'Detected',
    loadFailed: 'The list of time zones couldn’t be loaded.',
  },
  people: {
    ...start.people,
    rename: 'Name only you see',
    missing: 'no saved time zone',
    unchecked: 'couldn’t be checked',
    listLabel: 'Local times',
    clocksForward: (day: string) => `clocks go forward ${day}`,
    clocksBack: (day: string) => `clocks go back ${day}`,
    onDay: (weekday: string) => `on ${weekday}`,
  },
  find: {
    ...start.find,
    own: 'Your people',
    places: 'Places',
    others: 'Other people',
    hint: 'Name, ID, city, country or 14:30',
    nothing: 'No person and no place found. Try a user ID or a nearby city.',
  },
  travel: {
    ...start.travel,
    heading: 'Are you travelling?',
    ahead: (device: string, amount: string, saved: string) =>
      `This device is set to ${device}, ${amount} ahead of ${saved}.`,
    behind: (device: string, amount: string, saved: string) =>
      `This device is set to ${device}, ${amount} behind ${saved}.`,
    update: (device: string) => `Switch to ${device}`,
    untilReturn: (device: string) => `${device} until I’m back`,
  },
  everyone: {
    heading: 'Where everyone is',
    people: 'people',
    zones: 'time zones',
    thisWeek: 'new this week',
    byZone: 'Most popular',
    awake: (share: string) => `Right now ${share} of people here are awake.`,
    empty: 'Nobody has saved a time zone yet. Be the first.',
  },
  who: {
    question: 'Your user ID or name',
    where:
      'In Discord: Settings → Advanced → Developer Mode, then your profile → Copy User ID. Elsewhere: the ID or name your friends’ apps know you by.',
    otherName: 'Show another name to others',
    change: 'Change name',
    forget: 'Forget me on this device',
    refused: 'That’s neither an ID nor a name. Paste the ID, or type the name.',
  },
  accountPage: {
    signIn: 'Sign in to see what is stored about you, and to download or erase it.',
    open: 'There’s no sign-in here, so there are no accounts. Once you have saved your time zone on the home page, you can see it and delete it here, and change your name.',
    panes: {
      visibility: 'Visibility',
      availability: 'Availability',
      devices: 'Devices',
      data: 'Data',
      records: 'All records',
    },
    sessions: {
      heading: 'Where you’re signed in',
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
  },
  keys: {
    heading: 'API keys',
    text: 'Programs send a key to read and write records. Anyone who has a key can do what it allows.',
    none: 'There are no keys yet.',
    created: (date: string) => `Created on ${date}`,
    expires: (date: string) => `expires on ${date}`,
    neverUsed: 'never used',
    used: (ago: string) => `last used ${ago}`,
    usedRecently: 'used within the last hour',
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke ${name}`,
    revoking: 'Revoking…',
    revoked: (name: string) => `Revoked: ${name}.`,
    askRevoke: (name: string) => `Revoke ${name}?`,
    askRevokeText: 'Programs that use this key lose access within a second. This can’t be undone.',
    newHeading: 'New key',
    name: 'Name',
    nameHint: 'What the key is for, such as “Discord bot”.',
    scopes: 'What it may do',
    scopeNames: {
      'records:read:public': 'Read public records',
      'records:read': 'Read public and unlisted records',
      'records:write': 'Save and delete any record',
      admin: 'Everything, including private records',
    },
    lifetime: 'Expires',
    // 30 or 90.
    days: (days: number) => `In ${days} days`,
    year: 'In 1 year',
    never: 'Never',
    create: 'Create key',
    creating: 'Creating…',
    ready: (name: string) => `Your key for ${name}`,
    once: 'Copy it now. It won’t be shown again.',
    askClose: 'Close without copying the key?',
    secret: 'Key',
    done: 'Done',
  },
  meet: {
    duration: 'Duration',
    halfHour: '30\u00a0min',
    hours: (hours: number) => plural(hours, { one: '1 hour', other: `${hours} hours` }),
    best: 'Best times in the next 14 days',
    bestFrom: (date: string) => `Best times from ${date} on`,
    everyoneAwake: 'everyone awake',
    everyoneAvailable: 'everyone available',
    countOf: (count: number, total: number) => `${count} of ${total}`,
    uncheckedCount: (count: number) => `${count} couldn’t be checked`,
    hard: {
      late: (names: string) => `late for ${names}`,
      night: (names: string) => `night for ${names}`,
      early: (names: string) => `early for ${names}`,
    },
    tired: {
      morning: (names: string) => `early morning for ${names}`,
      evening: (names: string) => `late evening for ${names}`,
    },
    outside: {
      yours: 'outside your hours',
      one: (name: string) => `outside ${name}’s hours`,
      many: (names: string) => `outside the hours of ${names}`,
    },
    weekendFor: (names: string) => `weekend for ${names}`,
    kinderTo: (names: string) => `kinder to ${names}`,
    more: (count: number) => `${count} more`,
    you: 'you',
    noneGood: 'No time suits everyone. These are the least bad.',
    past: 'This time has passed.',
    day: 'Choose a day',
    previousDay: 'Previous day',
    nextDay: 'Next day',
    whoseDay: 'Whose day',
    yourTime: 'Your time',
    timeOf: (name: string) => `${name}’s time`,
    moment: 'Time',
    range: (start: string, end: string) => `${start} to ${end}`,
    awake: 'Awake',
    bandOf: (name: string) => `${name}’s day`,
    others: (count: number) => `+${count}`,
    clocksForward: (place: string, amount: string) => `Clocks in ${place} go forward ${amount} on this day.`,
    clocksBack: (place: string, amount: string) => `Clocks in ${place} go back ${amount} on this day.`,
    times: 'Everyone’s time',
    share: 'Share this time',
    copyText: 'Copy as text',
    copyDiscord: 'Copy for Discord',
    addToCalendar: 'Add to calendar',
    calendarTitle: (names: string) => `Meeting with ${names}`,
    sendTo: 'Share…',
    formats: '7 formats, text, more',
    details: 'Details',
    copyFormat: (format: string) => `Copy ${format}`,
    emptyTitle: 'Who do you want to meet?',
    empty: 'Add people first. Then you’ll see the times that suit everyone.',
  },
  person: {
    ...shared.person,
    home: 'Set your own time zone',
    youIn: (city: string) => `You, in ${city}`,
    bothAwake: (from: string, to: string) => `You’re both likely awake from ${from} to ${to} your time.`,
    bothAvailable: (from: string, to: string) => `You’re both available from ${from} to ${to} your time.`,
    showYours: (name: string) => `Show ${name} your time, too`,
    oneTap: 'One tap. No password. You choose who sees it.',
    add: 'Add to my people',
    added: 'In my people',
    onlyYou: 'Your record is private: only you see this page.',
    share: {
      heading: 'Show your time elsewhere',
      text: 'Everyone who sees the badge or the clock can see your time zone.',
      badge: 'Badge',
      badgeAlt: (name: string) => `${name}’s local time`,
      embed: 'Clock',
    },
  },
  privacyPage: {
    intro: 'What this service knows about you, who sees it, and how to delete it.',
    stored: {
      heading: 'What is stored',
      record:
        'Your record: your user ID, a name, a time zone, and when it was created and last saved. When you save a new time zone, the old one is gone: there is no history.',
      availability:
        'If you set when you’re available: your hours, and whether others see them or only whether you’re available now.',
      login: (providers: string) =>
        `For each time you sign in with ${providers}: your ID, name and picture there, which browser and system you used, when you signed in, and when you were last here. No password and no email address.`,
      browser:
        'In your browser: the theme, language and clock you chose, the people you compare, what you call them and your groups, the time zones last seen for them (for at most a week, so that the page works offline), your ID and name once you have saved them, the zone you chose, the last four places you picked, hours you set and haven’t saved, and what you decided while travelling. Nothing on this page tracks you, and nothing is loaded from other sites.',
    },
    seen: {
      heading: 'Who sees it',
      open: 'There’s no sign-in here. Anyone who can open this page can look up, change and delete any record, so save only what you don’t mind everyone knowing.',
      public: 'Anyone can look up a record, unless it is private.',
      closed:
        'Only people who have signed in, and programs with a key, can look up a record. Private records stay hidden from them, too.',
      choose: 'You choose who sees your time zone, and you can change your mind at any time:',
      newRecords: {
        public: 'New records are public.',
        unlisted: 'New records are unlisted.',
        private: 'New records are private.',
      },
      copies:
        'Other programs can copy public records. The service reports deleted and hidden records to them, so that they can delete their copies.',
      operator: 'The operator, their admins, and programs with full access can see all records.',
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
      open: 'In your account, you can see your record and delete it.',
      closed: 'Records here are saved by programs. Ask the program you use, or the operator.',
    },
    contact: {
      heading: 'Contact',
      text: 'For questions about your data, contact the operator:',
      none: 'The operator hasn’t published a contact address.',
    },
  },
  availability: {
    heading: 'When you’re available',
    text: 'In your own time zone, every week. Drag across a day to set hours, or use the fields below it.',
    usual: 'Usual hours',
    evenings: 'Evenings',
    clear: 'Clear',
    none: 'You haven’t set any hours. Others see only what time it is for you.',
    empty: 'Without any hours, others always see you as away.',
    add: (day: string) => `Add hours: ${day}`,
    from: (day: string) => `From: ${day}`,
    to: (day: string) => `To: ${day}`,
    remove: (day: string, range: string) => `Remove: ${day}, ${range}`,
    nextDay: (time: string) => `${time} the next day`,
    invalidTime: 'Enter a time, such as 9:30 or 21:30.',
    tooMany: 'These are too many different times. Use the same hours on more days.',
    notSaved: 'Your hours weren’t saved.',
    show: {
      heading: 'What others see',
      state: {
        name: 'Only whether you’re available now',
        sentence: 'Anyone who checks often can still make out a pattern.',
      },
      hours: {
        name: 'Your hours',
        sentence: 'Others see when you can be reached, and “Meet” suggests times that suit you.',
      },
    },
  },
  visibility: {
    heading: 'Who sees your time zone',
    levels: {
      public: {
        name: 'Public',
        sentence: 'Everyone sees it: in lists, in search and under “Everyone”.',
      },
      unlisted: {
        name: 'Unlisted',
        sentence: 'Anyone who knows your user ID sees it, but it isn’t listed anywhere.',
      },
      private: {
        name: 'Private',
        sentence: 'Only you see it. Others can’t tell that you saved one.',
      },
    },
    saved: {
      public: 'Saved: your time zone is public now.',
      unlisted: 'Saved: your time zone is unlisted now.',
      private: 'Saved: only you see your time zone now.',
    },
    notSaved: 'Your choice wasn’t saved.',
  },
}

/** Every text of the page. Other languages have the same keys. */
export type Texts = typeof start & typeof views

/** The texts in English, once this file has been loaded: each part that loads when it is opened imports it. */
export const en: Texts = Object.assign(start, views)
