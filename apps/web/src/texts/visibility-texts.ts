import type { Language } from './use-texts.tsx'

const en = {
  heading: 'Who sees your time zone',
  levels: {
    public: {
      name: 'Public',
      sentence: 'Everyone sees it, also in lists, in search and under “Everyone”.',
    },
    unlisted: {
      name: 'Unlisted',
      sentence: 'Anyone who knows your user ID sees it, but it isn’t listed anywhere.',
    },
    private: { name: 'Private', sentence: 'Only you see it. To everyone else, you have saved nothing.' },
  },
  saving: 'Saving…',
  saved: {
    public: 'Saved: your time zone is public now.',
    unlisted: 'Saved: your time zone is unlisted now.',
    private: 'Saved: only you see your time zone now.',
  },
  notSaved: 'Your choice wasn’t saved.',
  noAnswer: 'The service can’t be reached. Check your connection and choose again.',
}

const de: typeof en = {
  heading: 'Wer deine Zeitzone sieht',
  levels: {
    public: {
      name: 'Öffentlich',
      sentence: 'Alle sehen sie, auch in Listen, in der Suche und unter „Alle“.',
    },
    unlisted: {
      name: 'Nicht gelistet',
      sentence: 'Wer deine Benutzer-ID kennt, sieht sie. Sie taucht aber nirgends in Listen auf.',
    },
    private: {
      name: 'Privat',
      sentence: 'Nur du siehst sie. Für alle anderen hast du nichts gespeichert.',
    },
  },
  saving: 'Wird gespeichert …',
  saved: {
    public: 'Gespeichert: Deine Zeitzone ist jetzt öffentlich.',
    unlisted: 'Gespeichert: Deine Zeitzone ist jetzt nicht mehr gelistet.',
    private: 'Gespeichert: Jetzt siehst nur noch du deine Zeitzone.',
  },
  notSaved: 'Deine Auswahl wurde nicht gespeichert.',
  noAnswer: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung und wähle noch einmal.',
}

/** The texts about who sees a record, by language. */
export const visibilityTexts: Record<Language, typeof en> = { en, de }
