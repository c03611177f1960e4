import type { KeysTexts } from './keys-en.ts'

/** The texts about API keys, in French. */
export const keysFr: KeysTexts = {
  heading: 'Clés API',
  text: 'Les programmes envoient une clé pour lire et modifier les fiches. Quiconque possède une clé peut faire ce qu’elle autorise.',
  loading: 'Chargement…',
  none: 'Aucune clé pour l’instant.',
  created: (date) => `Créée le ${date}`,
  expires: (date) => `expire le ${date}`,
  neverUsed: 'jamais utilisée',
  used: (ago) => `dernière utilisation ${ago}`,
  usedRecently: 'utilisée il y a moins d’une heure',
  revoke: 'Révoquer',
  revokeNamed: (name) => `Révoquer ${name}`,
  revoking: 'Révocation…',
  revoked: (name) => `Révoquée\u202f: ${name}.`,
  askRevoke: (name) => `Révoquer ${name}\u202f?`,
  askRevokeText:
    'Les programmes qui utilisent cette clé perdront l’accès en moins d’une seconde. Cette action est irréversible.',
  newHeading: 'Nouvelle clé',
  name: 'Nom',
  nameHint: 'À quoi sert la clé, par exemple «\u00a0Bot Discord\u00a0».',
  scopes: 'Ce qu’elle autorise',
  scopeNames: {
    'records:read:public': 'Lire les fiches publiques',
    'records:read': 'Lire les fiches publiques et non répertoriées',
    'records:write': 'Enregistrer et supprimer n’importe quelle fiche',
    admin: 'Tout, y compris les fiches privées',
  },
  lifetime: 'Expiration',
  // 30 or 90.
  days: (days) => `Dans ${days} jours`,
  year: 'Dans 1 an',
  never: 'Jamais',
  create: 'Créer la clé',
  creating: 'Création…',
  ready: (name) => `Votre clé pour ${name}`,
  once: 'Copiez-la maintenant. Elle ne sera plus affichée.',
  secret: 'Clé',
  copy: 'Copier',
  done: 'Terminé',
}
