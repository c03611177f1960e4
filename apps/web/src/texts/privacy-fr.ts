import type { PrivacyTexts } from './privacy-en.ts'

/** The texts of the privacy page, in French. */
export const privacyFr: PrivacyTexts = {
  intro: 'Ce que ce service sait de vous, qui le voit et comment le supprimer.',
  stored: {
    heading: 'Ce qui est enregistré',
    record:
      'Votre fiche\u202f: votre identifiant, un nom, un fuseau horaire, et les dates de création et de dernier enregistrement. Quand vous enregistrez un nouveau fuseau horaire, l’ancien disparaît\u202f: il n’y a pas d’historique.',
    login: (providers) =>
      `À chaque connexion avec ${providers}\u202f: l’identifiant, le nom et l’image que vous y avez, le navigateur et le système utilisés, la date de connexion et celle de votre dernière visite. Ni mot de passe ni adresse e-mail.`,
    browser:
      'Dans votre navigateur\u202f: le thème, la langue et le format d’heure choisis, les personnes que vous comparez, ce que vous avez saisi sur la page d’accueil et ce que vous avez décidé en voyage. Rien sur cette page ne vous suit, et rien n’est chargé depuis d’autres sites.',
  },
  seen: {
    heading: 'Qui le voit',
    open: 'Ici, personne ne se connecte. Quiconque peut ouvrir cette page peut consulter, modifier et supprimer n’importe quelle fiche\u202f: n’enregistrez que ce que tout le monde peut savoir.',
    public: 'Tout le monde peut consulter une fiche, sauf si elle est privée.',
    closed:
      'Seuls les personnes connectées et les programmes munis d’une clé peuvent consulter une fiche. Les fiches privées leur restent cachées à eux aussi.',
    choose:
      'Vous choisissez qui voit votre fuseau horaire, et vous pouvez changer d’avis à tout moment\u202f:',
    newRecords: {
      public: 'Les nouvelles fiches sont publiques.',
      unlisted: 'Les nouvelles fiches ne figurent dans aucune liste.',
      private: 'Les nouvelles fiches sont privées.',
    },
    copies:
      'D’autres programmes peuvent copier les fiches publiques. Le service leur signale les fiches supprimées ou masquées, afin qu’ils puissent supprimer leurs copies.',
    operator: 'L’exploitant et les programmes qui ont un accès complet peuvent voir toutes les fiches.',
  },
  kept: {
    heading: 'Pendant combien de temps',
    record: 'Votre fiche est conservée jusqu’à ce que vous la supprimiez.',
    deletion: (days) =>
      `Ensuite, votre identifiant et le moment de la suppression sont conservés pendant ${days}, afin que les programmes qui détiennent une copie puissent la supprimer. Votre nom et votre fuseau horaire ne sont pas conservés.`,
    session: (age, idle) =>
      `Vous restez connecté ${age} au plus, et vous êtes déconnecté si vous ne revenez pas pendant ${idle}.`,
    sessions: (count) =>
      `Vous pouvez être connecté sur ${count} appareils au plus. Avec un de plus, l’appareil que vous n’avez pas utilisé depuis le plus longtemps est déconnecté.`,
    backups: 'Si l’exploitant fait des sauvegardes, vos données y restent jusqu’à ce qu’il les supprime.',
  },
  logged: {
    heading: 'Ce qui est journalisé',
    changes:
      'Chaque connexion, modification et suppression, avec votre identifiant et le fuseau horaire choisi.',
    changesNetwork:
      'Chaque connexion, modification et suppression, avec votre identifiant, le fuseau horaire choisi et une forme abrégée de votre adresse IP.',
    requests: 'Chaque requête\u202f: la fonction utilisée et sa durée, mais pas pour qui.',
    requestsNetwork:
      'Chaque requête\u202f: la fonction utilisée et sa durée, avec une forme abrégée de votre adresse IP, mais sans votre identifiant.',
    failures: 'Chaque requête qui a échoué\u202f: la fonction utilisée et sa durée, mais pas pour qui.',
    failuresNetwork:
      'Chaque requête qui a échoué\u202f: la fonction utilisée et sa durée, avec une forme abrégée de votre adresse IP, mais sans votre identifiant.',
    nothing: 'Rien à votre sujet n’est écrit dans un journal.',
    kept: (days) => `L’exploitant conserve le journal pendant ${days}.`,
    keptUnknown: 'L’exploitant n’indique pas pendant combien de temps le journal est conservé.',
  },
  own: {
    heading: 'Voir et supprimer vos données',
    account:
      'Dans votre compte, vous pouvez télécharger tout ce qui est enregistré à votre sujet, vous déconnecter de n’importe quel appareil et tout effacer.',
    accountLink: 'Aller à votre compte',
    open: 'Saisissez votre identifiant sur la page d’accueil pour voir votre fiche et la supprimer.',
    openLink: 'Aller à la page d’accueil',
    closed:
      'Ici, les fiches sont enregistrées par des programmes. Adressez-vous au programme que vous utilisez ou à l’exploitant.',
  },
  contact: {
    heading: 'Contact',
    text: 'Pour toute question sur vos données, contactez l’exploitant\u202f:',
    none: 'L’exploitant n’a pas publié d’adresse de contact.',
  },
}
