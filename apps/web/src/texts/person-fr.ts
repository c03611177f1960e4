import type { PersonTexts } from './person-en.ts'

/** The texts of a person's page, in French. */
export const personFr: PersonTexts = {
  missing: 'Aucune horloge ici',
  missingText: 'Le lien est peut-être incorrect, ou cette personne ne partage pas son heure locale.',
  home: 'Enregistrer votre fuseau horaire',
  wakes: (amount) => `Dort probablement · réveil dans environ ${amount}`,
  awake: 'Probablement debout',
  awakeUntil: (amount) => `Probablement debout · encore ${amount} environ`,
  add: 'Ajouter à mes proches',
  added: 'Parmi mes proches',
  copyLink: 'Copier le lien',
  onlyYou: 'Votre fiche est privée\u202f: cette page n’est visible que par vous.',
  share: {
    heading: 'Afficher votre heure ailleurs',
    text: 'Toute personne qui voit le badge ou l’horloge peut voir votre fuseau horaire.',
    badge: 'Badge',
    badgeAlt: (name) => `Heure locale de ${name}`,
    embed: 'Horloge',
    embedTitle: (name) => `Heure locale de ${name}`,
    copy: (format) => `Copier le code ${format}`,
  },
}
