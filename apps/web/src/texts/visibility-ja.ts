import type { VisibilityTexts } from './visibility-en.ts'

/** The texts about who sees a record, in Japanese. */
export const visibilityJa: VisibilityTexts = {
  heading: 'タイムゾーンを見られる人',
  levels: {
    public: { name: '公開', sentence: '誰でも見られます。一覧、検索、「みんな」にも表示されます。' },
    unlisted: {
      name: '限定公開',
      sentence: 'ユーザー ID を知っている人は見られますが、一覧には載りません。',
    },
    private: {
      name: '非公開',
      sentence: '自分だけが見られます。ほかの人には、何も保存していないように見えます。',
    },
  },
  saving: '保存しています…',
  saved: {
    public: '保存しました：タイムゾーンは公開になりました。',
    unlisted: '保存しました：タイムゾーンは限定公開になりました。',
    private: '保存しました：タイムゾーンは自分だけが見られます。',
  },
  notSaved: '選択は保存されませんでした。',
  noAnswer: 'サービスに接続できません。接続を確認して、もう一度選んでください。',
}
