import type { PrivacyTexts } from './privacy-en.ts'

/** The texts of the privacy page, in German. */
export const privacyDe: PrivacyTexts = {
  intro: 'Was dieser Dienst über dich weiß, wer es sieht und wie du es löschst.',
  stored: {
    heading: 'Was gespeichert wird',
    record:
      'Dein Eintrag: deine Benutzer-ID, ein Name, eine Zeitzone und wann er angelegt und zuletzt gespeichert wurde. Speicherst du eine neue Zeitzone, ist die alte weg: Einen Verlauf gibt es nicht.',
    login: (providers) =>
      `Zu jeder Anmeldung mit ${providers}: deine ID, dein Name und dein Bild dort, welchen Browser und welches System du benutzt hast, wann du dich angemeldet hast und wann du zuletzt hier warst. Kein Passwort und keine E-Mail-Adresse.`,
    browser:
      'In deinem Browser: Design, Sprache und Uhrzeitformat, die Personen, die du vergleichst, was du auf der Startseite eingegeben und was du auf Reisen entschieden hast. Nichts auf dieser Seite verfolgt dich, und nichts wird von anderen Websites geladen.',
  },
  seen: {
    heading: 'Wer es sieht',
    open: 'Hier gibt es keine Anmeldung. Wer diese Seite öffnen kann, kann jeden Eintrag abrufen, ändern und löschen. Speichere also nur, was alle wissen dürfen.',
    public: 'Alle können einen Eintrag abrufen, solange er nicht privat ist.',
    closed:
      'Nur angemeldete Personen und Programme mit einem Schlüssel können einen Eintrag abrufen. Private Einträge bleiben auch ihnen verborgen.',
    choose: 'Du bestimmst, wer deine Zeitzone sieht, und kannst das jederzeit ändern:',
    newRecords: {
      public: 'Neue Einträge sind öffentlich.',
      unlisted: 'Neue Einträge sind nicht gelistet.',
      private: 'Neue Einträge sind privat.',
    },
    copies:
      'Andere Programme können öffentliche Einträge kopieren. Sie erfahren, wenn ein Eintrag gelöscht wird oder nicht mehr öffentlich ist, damit sie ihre Kopie löschen können.',
    operator: 'Der Betreiber und Programme mit vollem Zugriff können alle Einträge sehen.',
  },
  kept: {
    heading: 'Wie lange',
    record: 'Dein Eintrag bleibt, bis du ihn löschst.',
    deletion: (days) =>
      `Danach bleiben deine Benutzer-ID und der Zeitpunkt der Löschung ${days} lang gespeichert, damit Programme mit einer Kopie auch diese löschen können. Dein Name und deine Zeitzone bleiben nicht gespeichert.`,
    session: (age, idle) =>
      `Du bleibst höchstens ${age} lang angemeldet und wirst abgemeldet, wenn du ${idle} lang nicht wiederkommst.`,
    sessions: (count) =>
      `Du kannst auf bis zu ${count} Geräten angemeldet sein. Meldest du dich auf einem weiteren an, wirst du auf dem abgemeldet, das du am längsten nicht benutzt hast.`,
    backups: 'Legt der Betreiber Sicherungskopien an, bleiben deine Daten darin, bis er sie löscht.',
  },
  logged: {
    heading: 'Was protokolliert wird',
    changes: 'Jede Anmeldung, Änderung und Löschung, mit deiner Benutzer-ID und der gewählten Zeitzone.',
    changesNetwork:
      'Jede Anmeldung, Änderung und Löschung, mit deiner Benutzer-ID, der gewählten Zeitzone und deiner gekürzten IP-Adresse.',
    requests: 'Jede Anfrage: welche Funktion benutzt wurde und wie lange das dauerte, aber nicht, für wen.',
    requestsNetwork:
      'Jede Anfrage: welche Funktion benutzt wurde und wie lange das dauerte, mit deiner gekürzten IP-Adresse, aber ohne deine Benutzer-ID.',
    failures:
      'Jede fehlgeschlagene Anfrage: welche Funktion benutzt wurde und wie lange das dauerte, aber nicht, für wen.',
    failuresNetwork:
      'Jede fehlgeschlagene Anfrage: welche Funktion benutzt wurde und wie lange das dauerte, mit deiner gekürzten IP-Adresse, aber ohne deine Benutzer-ID.',
    nothing: 'Über dich wird nichts protokolliert.',
    kept: (days) => `Der Betreiber bewahrt das Protokoll ${days} lang auf.`,
    keptUnknown: 'Der Betreiber gibt nicht an, wie lange er das Protokoll aufbewahrt.',
  },
  own: {
    heading: 'Deine Daten ansehen und löschen',
    account:
      'In deinem Konto kannst du alles herunterladen, was über dich gespeichert ist, dich auf jedem Gerät abmelden und alles löschen.',
    accountLink: 'Zu deinem Konto',
    open: 'Gib auf der Startseite deine Benutzer-ID ein, um deinen Eintrag zu sehen und zu löschen.',
    openLink: 'Zur Startseite',
    closed:
      'Einträge werden hier von Programmen gespeichert. Wende dich an das Programm, das du benutzt, oder an den Betreiber.',
  },
  contact: {
    heading: 'Kontakt',
    text: 'Bei Fragen zu deinen Daten wende dich an den Betreiber:',
    none: 'Der Betreiber hat keine Kontaktadresse angegeben.',
  },
}
