import type { AccountTexts } from './account-en.ts'

/** The texts of the account page, in Japanese. */
export const accountJa: AccountTexts = {
  signIn: 'ログインすると、保存されている自分の情報を確認し、ダウンロードや消去ができます。',
  open: 'ここにはログイン機能がないため、アカウントもありません。登録を確認または削除するには、トップページでユーザー ID を入力してください。',
  home: 'トップページへ',
  noAnswer: 'サービスに接続できません。接続を確認して、もう一度お試しください。',
  expired: 'ログアウトされました。続けるにはもう一度ログインしてください。',
  profile: { name: '名前', userId: 'ユーザー ID' },
  sessions: {
    heading: 'ログイン中の端末',
    loading: '読み込んでいます…',
    device: (browser, system) => `${system} の ${browser}`,
    unknownDevice: '不明な端末',
    current: 'この端末',
    since: (provider, date) => `${date}に ${provider} でログイン`,
    lastUsedRecently: '直近 1 時間に使用',
    lastUsed: (ago) => `最終使用：${ago}`,
    end: 'ログアウト',
    endNamed: (device) => `${device} からログアウト`,
    ending: 'ログアウトしています…',
    ended: (device) => `${device} からログアウトしました。`,
    endAll: 'すべての端末からログアウト',
  },
  download: {
    heading: 'データのダウンロード',
    text: '保存されている自分の情報すべてを 1 つのファイル（JSON）にまとめます。',
    action: 'ダウンロード',
    pending: 'ファイルを準備しています…',
    done: 'ファイルをダウンロードしました。',
  },
  erase: {
    heading: 'すべて消去',
    text: 'ここにあるタイムゾーン、名前、ログイン情報をすべて削除します。ログインに使うサービスのアカウントには影響しません。',
    action: 'すべて消去…',
    pending: '消去しています…',
    ask: 'すべて消去しますか？',
    askText:
      'タイムゾーン、名前、ログイン情報がすべて削除され、すべての端末からログアウトされます。現地時刻は表示されなくなります。元に戻すことはできません。',
    confirm: '消去する',
    unsure:
      'サービスから応答がなかったため、消去されたかどうか分かりません。確実にするには、もう一度消去してください。',
    done: 'すべて消去しました',
    doneText:
      'タイムゾーン、名前、ログイン情報はすべて削除され、すべての端末からログアウトしました。もう一度ログインすると、最初からの利用になります。',
    remains: 'ほかの場所に残る可能性があるものと、その期間',
  },
}
