import type { VisibilityTexts } from './visibility-en.ts'

/** The texts about who sees a record, in French. */
export const visibilityFr: VisibilityTexts = {
  heading: 'Qui voit votre fuseau horaire',
  levels: {
    public: {
      name: 'Public',
      sentence:
        'Tout le monde le voit, y compris dans les listes, la recherche et «\u00a0Tout le monde\u00a0».',
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
    public: 'Enregistré\u202f: votre fuseau horaire est maintenant public.',
    unlisted: 'Enregistré\u202f: votre fuseau horaire ne figure dans aucune liste.',
    private: 'Enregistré\u202f: vous seul voyez maintenant votre fuseau horaire.',
  },
  notSaved: 'Votre choix n’a pas été enregistré.',
  noAnswer: 'Le service est injoignable. Vérifiez votre connexion et choisissez de nouveau.',
}
