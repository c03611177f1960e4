import type { AccountTexts } from './account-en.ts'

/** The texts of the account page, in French. */
export const accountFr: AccountTexts = {
  signIn: 'Connectez-vous pour voir ce qui est enregistré à votre sujet, le télécharger ou l’effacer.',
  open: 'Ici, personne ne se connecte\u202f: il n’y a donc pas de comptes. Pour voir ou supprimer une fiche, saisissez son identifiant sur la page d’accueil.',
  home: 'Aller à la page d’accueil',
  noAnswer: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
  expired: 'Votre session est terminée. Reconnectez-vous pour continuer.',
  profile: { name: 'Nom', userId: 'Identifiant' },
  sessions: {
    heading: 'Vos appareils connectés',
    loading: 'Chargement…',
    device: (browser, system) => `${browser} sur ${system}`,
    unknownDevice: 'Appareil inconnu',
    current: 'Cet appareil',
    since: (provider, date) => `Connexion avec ${provider} le ${date}`,
    lastUsedRecently: 'Utilisé il y a moins d’une heure',
    lastUsed: (ago) => `Dernière utilisation\u202f: ${ago}`,
    end: 'Déconnecter',
    endNamed: (device) => `Déconnecter ${device}`,
    ending: 'Déconnexion…',
    ended: (device) => `Déconnecté\u202f: ${device}.`,
    endAll: 'Se déconnecter de tous les appareils',
  },
  download: {
    heading: 'Télécharger vos données',
    text: 'Tout ce qui est enregistré à votre sujet, en un seul fichier (JSON).',
    action: 'Télécharger',
    pending: 'Préparation du fichier…',
    done: 'Votre fichier a été téléchargé.',
  },
  erase: {
    heading: 'Tout effacer',
    text: 'Supprime votre fuseau horaire, votre nom et toutes vos connexions ici. Votre compte auprès du service avec lequel vous vous connectez n’est pas concerné.',
    action: 'Tout effacer…',
    pending: 'Effacement…',
    ask: 'Tout effacer\u202f?',
    askText:
      'Votre fuseau horaire, votre nom et toutes vos connexions seront supprimés, et vous serez déconnecté de tous les appareils. Votre heure locale ne sera plus affichée. Cette action est irréversible.',
    confirm: 'Effacer',
    unsure:
      'Le service n’a pas répondu\u202f: vos données sont peut-être effacées, ou peut-être pas. Effacez-les de nouveau par précaution.',
    done: 'Tout est effacé',
    doneText:
      'Votre fuseau horaire, votre nom et toutes vos connexions sont supprimés, et vous êtes déconnecté de tous les appareils. Si vous vous reconnectez, vous repartirez de zéro.',
    remains: 'Ce qui peut subsister ailleurs, et combien de temps',
  },
}
