import { fold } from './fold.ts'

// All of these match folded text: й is и there, and 시 its letters.
const ARTICLE = /^(?:die|der|das|den|el|l[aeo]s?) (?=\S{3})|^l(?=[aeiouh]\S{3})/
const LITTLE_WORD = /^(?:i[nm]|e[nm]|n[ao]s?|aux?|[ao]s?|во?|на|по|في) (?=\S{3})|^d(?=[aeiouh]\S{3})/
const AFTER =
  / (?:hb|hbf|hauptbahnhof|bahnhof|flughafen|(?:(?:central|main|train|railway|union) )?station|(?:(?:capital|intl|international|city) )?airport|gare(?: .+)?|centrale?|mitte|downtown|city cent(?:er|re)|аэропорт|вокзал|(?:(?:local|current) )?(?:time )?(?:right )?now|(?:local|current) time|uhrzeit|hora|heure|сеичас|сколько времени|الان)$/
// `Republic of Moldova`, `Insel Bali`, `île de la Réunion`, `دولة قطر`.
const KIND_OF_AREA =
  /^(?:the )?(?:(?:[a-z]+ )*(?:republic|kingdom|states?|commonwealth|islands?|isles?|city|province|region) of(?: the)?|(?:(?:bundes|volks)?republik|konigreich|insel|republica(?: federal)?|reino|estados unidos|islas?|ilhas?|republique(?: federale)?|royaume|l?iles?)(?: d(?:e|el|a|o|u))?(?: la)?|republi[ck]a?|республика|королевство|остров|جمهوريه|مملكه|دوله|جزيره|جزر) (?:d(?=[aeh]))?(?=\S{3})|(?<=\S{4}) (?:is|islands?|isle|country|inseln?)$/
const SAINT = /\bsaint[es]? /
const AND = / (?:and|und|y|et|e|и)(?: (?:the|les|las))? /
const UNSPACED = new RegExp(
  `(?:${['市', '都', '府', '県', '縣', '县', '区', '區', '省', '州', '駅', '站', '空港', '机场', '機場', '특별시', '광역시', '시', '도', '역', '공항'].map(fold).join('|')})$`,
)
const DECLINED = /^((?:[а-я]+ )*[а-я]{2,})[аеиуыюя]$/
const NOMINATIVE_ENDINGS = ['', 'а', 'ь', 'и', 'я']

/** The area in folded text that begins with an article: `schweiz` in `die schweiz`; undefined for any other text. */
export function withoutArticle(text: string): string | undefined {
  return ARTICLE.test(text) ? text.replace(ARTICLE, '') : undefined
}

/** What folded text that is no name may be a form of, best first: `tokyo station`, `大阪府` and `в риме` of a city. */
export function otherForms(text: string): string[] {
  const bare = text.replace(LITTLE_WORD, '')
  const [, stem] = DECLINED.exec(bare) ?? []
  const nominatives = stem === undefined ? [] : NOMINATIVE_ENDINGS.map((ending) => stem + ending)
  const short = text.replace(SAINT, 'st ').replace(AND, ' ')
  const ofArea = text.replace(KIND_OF_AREA, '')
  return [text.replace(UNSPACED, ''), text.replace(AFTER, ''), bare, ...nominatives, short, ofArea]
}
