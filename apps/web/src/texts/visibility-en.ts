/** The texts about who sees a record, in English. Other languages have the same keys. */
export const visibilityEn = {
  heading: 'Who sees your time zone',
  levels: {
    public: {
      name: 'Public',
      sentence: 'Everyone sees it: in lists, in search and under “Everyone”.',
    },
    unlisted: {
      name: 'Unlisted',
      sentence: 'Anyone who knows your user ID sees it, but it isn’t listed anywhere.',
    },
    private: {
      name: 'Private',
      sentence: 'Only you see it. Others can’t tell that you saved one.',
    },
  },
  saving: 'Saving…',
  saved: {
    public: 'Saved: your time zone is public now.',
    unlisted: 'Saved: your time zone is unlisted now.',
    private: 'Saved: only you see your time zone now.',
  },
  notSaved: 'Your choice wasn’t saved.',
  noAnswer: 'The service can’t be reached. Check your connection and choose again.',
}

export type VisibilityTexts = typeof visibilityEn
