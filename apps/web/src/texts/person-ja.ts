import type { PersonTexts } from './person-en.ts'

/** The texts of a person's page, in Japanese. */
export const personJa: PersonTexts = {
  missing: 'ここに時計はありません',
  missingText: 'リンクが間違っているか、この人は現地時刻を公開していません。',
  home: '自分のタイムゾーンを設定',
  wakes: (amount) => `おそらく寝ています・あと約${amount}で起床`,
  awake: 'おそらく起きています',
  awakeUntil: (amount) => `おそらくあと約${amount}は起きています`,
  add: 'メンバーに追加',
  added: '追加済み',
  copyLink: 'リンクをコピー',
  onlyYou: '登録は非公開です。このページはあなたにしか見えません。',
  share: {
    heading: '自分の時刻をほかの場所に表示',
    text: 'バッジや時計を見た人には、あなたのタイムゾーンが分かります。',
    badge: 'バッジ',
    badgeAlt: (name) => `${name} さんの現地時刻`,
    embed: '時計',
    embedTitle: (name) => `${name} さんの現地時刻`,
    copy: (format) => `${format} をコピー`,
  },
}
