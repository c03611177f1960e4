import type { AccountTexts } from './account-en.ts'

/** The texts of the account page, in German. */
export const accountDe: AccountTexts = {
  signIn:
    'Melde dich an, um zu sehen, was über dich gespeichert ist, und um es herunterzuladen oder zu löschen.',
  open: 'Hier gibt es keine Anmeldung und deshalb keine Konten. Um einen Eintrag zu sehen oder zu löschen, gib auf der Startseite seine Benutzer-ID ein.',
  home: 'Zur Startseite',
  noAnswer: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  expired: 'Du bist nicht mehr angemeldet. Melde dich wieder an, um fortzufahren.',
  profile: { name: 'Name', userId: 'Benutzer-ID' },
  sessions: {
    heading: 'Wo du angemeldet bist',
    loading: 'Wird geladen …',
    device: (browser, system) => `${browser} unter ${system}`,
    unknownDevice: 'Unbekanntes Gerät',
    current: 'Dieses Gerät',
    since: (provider, date) => `Mit ${provider} angemeldet am ${date}`,
    lastUsedRecently: 'In der letzten Stunde benutzt',
    lastUsed: (ago) => `Zuletzt ${ago} benutzt`,
    end: 'Abmelden',
    endNamed: (device) => `Abmelden: ${device}`,
    ending: 'Wird abgemeldet …',
    ended: (device) => `Abgemeldet: ${device}.`,
    endAll: 'Auf allen Geräten abmelden',
  },
  download: {
    heading: 'Deine Daten herunterladen',
    text: 'Alles, was über dich gespeichert ist, in einer Datei (JSON).',
    action: 'Herunterladen',
    pending: 'Die Datei wird vorbereitet …',
    done: 'Deine Datei wurde heruntergeladen.',
  },
  erase: {
    heading: 'Alles löschen',
    text: 'Löscht hier deine Zeitzone, deinen Namen und alle Anmeldungen. Dein Konto bei dem Dienst, mit dem du dich anmeldest, bleibt unverändert.',
    action: 'Alles löschen …',
    pending: 'Wird gelöscht …',
    ask: 'Alles löschen?',
    askText:
      'Deine Zeitzone, dein Name und alle deine Anmeldungen werden gelöscht, und du wirst auf allen Geräten abgemeldet. Deine Ortszeit wird dann nicht mehr angezeigt. Das lässt sich nicht rückgängig machen.',
    confirm: 'Löschen',
    unsure:
      'Der Dienst hat nicht geantwortet. Vielleicht ist schon alles gelöscht, vielleicht nicht. Lösche noch einmal, um sicherzugehen.',
    done: 'Alles ist gelöscht',
    doneText:
      'Deine Zeitzone, dein Name und alle deine Anmeldungen sind gelöscht, und du bist auf allen Geräten abgemeldet. Wenn du dich wieder anmeldest, fängst du von vorne an.',
    remains: 'Was anderswo noch bleiben kann und wie lange',
  },
}
