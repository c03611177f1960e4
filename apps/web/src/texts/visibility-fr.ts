import type { VisibilityTexts } from './visibility-en.ts'

/** The texts about who sees a record, in French. */
export const visibilityFr: VisibilityTexts = {
  heading: 'Qui voit votre fuseau horaire',
  levels: {
    public: {
      name: 'Public',
      sentence: 'Tout le monde le voit, aussi dans les listes, la recherche et « Tout le monde ».',
    },
    unlisted: {
      name: 'Non répertorié',
      sentence: 'Quiconque connaît votre identifiant le voit, mais il ne figure dans aucune liste.',
    },
    private: {
      name: 'Privé',
      sentence: 'Vous seul le voyez. Pour tous les autres, vous n’avez rien enregistré.',
    },
  },
  saving: 'Enregistrement…',
  saved: {
    public: 'Enregistré : votre fuseau horaire est maintenant public.',
    unlisted: 'Enregistré : votre fuseau horaire n’est plus répertorié.',
    private: 'Enregistré : vous seul voyez maintenant votre fuseau horaire.',
  },
  notSaved: 'Votre choix n’a pas été enregistré.',
  noAnswer: 'Le service est injoignable. Vérifiez votre connexion et choisissez de nouveau.',
}
