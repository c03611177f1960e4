const PLAIN = /^[a-z]+(?: [a-z]+)*$/

// The acute accent is one, too: on its own, it is what some keyboards have in place of an apostrophe.
const APOSTROPHES = /['`´΄‘’‛′＇ʹʻ-ʿˈˊˋ՚׳Ꞌꞌ]/g

// What Unicode does not decompose.
const LETTERS: Record<string, string> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ı: 'i',
    ł: 'l',
    ŋ: 'n',
    ŧ: 't',
    ə: 'e',
  },
  ...{ ς: 'σ', ة: 'ه', ى: 'ي' },
}
const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ø: 'oe', ü: 'ue', å: 'aa' }
const UMLAUTS = /[äöøüå]/g

/**
 * Letters without accents and apostrophes, in lower case. The database's `timezone_search_key` does the same to the names of
 * people, except that marks of scripts in which they are letters stay.
 */
export function foldLetters(text: string): string {
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter)
}

/** The same with single spaces for everything else, so that `São Paulo` and `sao-paulo` are the same. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most names are plain. Skipping the rest matters: thousands of names are folded while somebody waits.
  if (PLAIN.test(lower)) return lower
  return foldLetters(lower)
    .replaceAll('.', '')
    .replace(/(?:[^\p{L}\p{N}+−:-]|-(?!\d))+/gu, ' ')
    .trim()
}

/**
 * A name as texts are compared: also with its umlauts spelled out, `goeteborg`, and an Arabic one without its article,
 * `قاهرة` for `القاهرة`.
 */
export function foldName(name: string): string[] {
  const names = [name]
  if (name.startsWith('ال')) names.push(name.slice(2))
  const lower = name.toLowerCase()
  if (lower.search(UMLAUTS) !== -1) {
    const spelledOut = (letters: RegExp) => lower.replace(letters, (letter) => SPELLED_OUT[letter] ?? letter)
    names.push(spelledOut(UMLAUTS))
    if (lower.includes('å')) names.push(spelledOut(/[äöøü]/g))
  }
  return names.map(fold)
}
