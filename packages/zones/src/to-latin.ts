// With the vowels a, i, u, e, o; a space where there is none.
const KANA = {
  ...{
    '': 'あいうえお',
    k: 'かきくけこ',
    s: 'さしすせそ',
    t: 'たちつてと',
    n: 'なにぬねの',
    h: 'はひふへほ',
  },
  ...{ m: 'まみむめも', y: 'や ゆ よ', r: 'らりるれろ', w: 'わ   を', g: 'がぎぐげご', z: 'ざじずぜぞ' },
  ...{ d: 'だぢづでど', b: 'ばびぶべぼ', p: 'ぱぴぷぺぽ' },
}
const SYLLABLES = new Map(
  Object.entries(KANA).flatMap(([consonant, all]) =>
    Array.from(all, (kana, at) => [kana, consonant + 'aiueo'[at]] as const),
  ),
)
SYLLABLES.set('ん', 'n').set('ー', '')
const HIRAGANA_AFTER_KATAKANA = 0x60
// What Hepburn writes otherwise, and long vowels, which English names have as short ones.
const HEPBURN: [RegExp, string][] = [
  ...([
    ['iゃ', 'ya'],
    ['iゅ', 'yu'],
    ['iょ', 'yo'],
    ['si', 'shi'],
    ['ti', 'chi'],
    ['tu', 'tsu'],
  ] as const),
  ...([
    ['hu', 'fu'],
    ['[zd]i', 'ji'],
    ['du', 'zu'],
    ['sy', 'sh'],
    ['ty', 'ch'],
    ['[zd]y', 'j'],
  ] as const),
  ...([
    ['っ(.)', '$1$1'],
    ['o[ou]', 'o'],
    ['uu', 'u'],
  ] as const),
].map(([given, written]) => [new RegExp(given, 'g'), written])

// In Ukrainian, then in the other languages if they differ.
const CYRILLIC = new Map(
  `а a|б b|в v|г h g|ґ g|д d|ђ dj|е e|ё yo|є ie|ж zh|з z|и y i|і i|ї i|й i y|ј j|к k|л l|љ lj|м m|н n|њ nj|о o|п p|р r|с s|т t
|ћ c|у u|ў w|ф f|х kh|ц ts|ч ch|џ dz|ш sh|щ shch|ъ |ы y|ь |э e|ю iu yu|я ia ya|қ q|ә a|ғ g|ң n|ө o|ұ u|ү u|һ h`
    .split(/\s*\|/)
    .map((line) => [line[0], line.slice(2).split(' ')] as const),
)

/**
 * What a text in kana or Cyrillic may be in Latin letters: `tokyo` for トウキョウ, `dnipro` for Дніпро. Japanese cities have
 * names in kanji only, and those of other countries than Russia in Russian only. None for a text whose letters it does not
 * know.
 */
export function toLatin(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase()
  return transcribe(plain).filter((latin) => latin !== plain)
}

function transcribe(plain: string): string[] {
  const hiragana = plain.replace(/[ァ-ヶ]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - HIRAGANA_AFTER_KATAKANA),
  )
  if (/^[ぁ-ゖー\s]+$/.test(hiragana)) {
    const syllables = hiragana.replace(/./g, (kana) => SYLLABLES.get(kana) ?? kana)
    return [HEPBURN.reduce((word, [given, written]) => word.replace(given, written), syllables)]
  }
  if (!/\p{Script=Cyrillic}/u.test(plain)) return []
  return [0, 1].map((variant) =>
    plain.replace(/./g, (letter) => {
      const latin = CYRILLIC.get(letter)
      return latin?.[variant] ?? latin?.[0] ?? letter
    }),
  )
}
