import type { PersonTexts } from './person-en.ts'

/** The texts of a person's page, in French. */
export const personFr: PersonTexts = {
  missing: 'Aucune horloge ici',
  missingText: 'Le lien est peut-être incorrect, ou cette personne ne partage pas son heure locale.',
  home: 'Enregistrer votre fuseau horaire',
  wakes: (amount) => `Dort probablement · réveil dans environ ${amount}`,
  awake: 'Probablement réveillé(e)',
  awakeUntil: (amount) => `Probablement réveillé(e) · encore ${amount} environ`,
  add: 'Ajouter à mes proches',
  added: 'Parmi mes proches',
  copyLink: 'Copier le lien',
  onlyYou: 'Votre fiche est privée : vous seul(e) voyez cette page.',
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
