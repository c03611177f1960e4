import type { KeysTexts } from './keys-en.ts'

/** The texts about API keys, in German. */
export const keysDe: KeysTexts = {
  heading: 'API-Schlüssel',
  text: 'Programme senden einen Schlüssel, um Einträge zu lesen und zu schreiben. Wer einen Schlüssel hat, kann tun, was er erlaubt.',
  loading: 'Wird geladen …',
  none: 'Es gibt noch keine Schlüssel.',
  created: (date) => `Erstellt am ${date}`,
  expires: (date) => `läuft am ${date} ab`,
  neverUsed: 'nie benutzt',
  used: (ago) => `zuletzt ${ago} benutzt`,
  usedRecently: 'in der letzten Stunde benutzt',
  revoke: 'Widerrufen',
  revokeNamed: (name) => `${name} widerrufen`,
  revoking: 'Wird widerrufen …',
  revoked: (name) => `Widerrufen: ${name}.`,
  askRevoke: (name) => `${name} widerrufen?`,
  askRevokeText:
    'Programme mit diesem Schlüssel verlieren innerhalb einer Sekunde den Zugriff. Das lässt sich nicht rückgängig machen.',
  newHeading: 'Neuer Schlüssel',
  name: 'Name',
  nameHint: 'Wofür der Schlüssel ist, zum Beispiel „Discord-Bot“.',
  scopes: 'Was er darf',
  scopeNames: {
    'records:read:public': 'Öffentliche Einträge lesen',
    'records:read': 'Öffentliche und nicht gelistete Einträge lesen',
    'records:write': 'Beliebige Einträge speichern und löschen',
    admin: 'Alles, auch private Einträge',
  },
  lifetime: 'Läuft ab',
  // 30 or 90.
  days: (days) => `In ${days} Tagen`,
  year: 'In 1 Jahr',
  never: 'Nie',
  create: 'Schlüssel erstellen',
  creating: 'Wird erstellt …',
  ready: (name) => `Dein Schlüssel für ${name}`,
  once: 'Kopiere ihn jetzt. Er wird nicht noch einmal angezeigt.',
  secret: 'Schlüssel',
  copy: 'Kopieren',
  done: 'Fertig',
}
