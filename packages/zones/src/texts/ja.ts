import type { SharedTexts } from './en.ts'

export const texts: SharedTexts = {
  clock: {
    hours: (hours) => `${hours}時間`,
    minutes: (minutes) => `${minutes}分`,
    hoursAndMinutes: (hours, minutes) => `${hours}${minutes}`,
  },
  person: {
    missing: 'ここに時計はありません',
    missingText: 'リンクが間違っているか、この人は現地時刻を公開していません。',
    wakes: (amount) => `おそらく寝ています・あと約${amount}で起床`,
    awake: 'おそらく起きています',
    awakeUntil: (amount) => `おそらくあと約${amount}は起きています`,
    windingDown: (amount) => `おそらくもうすぐ就寝です・あと約${amount}で就寝`,
    available: '連絡がつきます',
    availableFor: (amount) => `連絡がつきます・あと${amount}`,
    away: '不在です',
    awayFor: (amount) => `不在です・あと${amount}で連絡がつきます`,
  },
}
