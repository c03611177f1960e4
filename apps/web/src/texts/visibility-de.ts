import type { VisibilityTexts } from './visibility-en.ts'

/** The texts about who sees a record, in German. */
export const visibilityDe: VisibilityTexts = {
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
      sentence: 'Nur du siehst sie. Für alle anderen sieht es so aus, als hättest du keine gespeichert.',
    },
  },
  saving: 'Wird gespeichert …',
  saved: {
    public: 'Gespeichert: Deine Zeitzone ist jetzt öffentlich.',
    unlisted: 'Gespeichert: Deine Zeitzone ist jetzt nicht gelistet.',
    private: 'Gespeichert: Jetzt siehst nur noch du deine Zeitzone.',
  },
  notSaved: 'Deine Auswahl wurde nicht gespeichert.',
  noAnswer: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung und wähle noch einmal.',
}
