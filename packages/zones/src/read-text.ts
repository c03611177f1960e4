/** Texts by their keys, in groups. */
export type Texts = { readonly [key: string]: string | Texts }

/** The key of a text, `whoSees.public` if it is nested; of one with plural forms, without `_one` and the like. */
export type TextKey<Source> = {
  [Key in keyof Source & string]: Source[Key] extends string
    ? WithoutForm<Key>
    : `${Key}.${TextKey<Source[Key]>}`
}[keyof Source & string]

type WithoutForm<Key extends string> = Key extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : Key

/** Reads a text and fills its `{{name}}`s; `count` also chooses its plural form, `defaultValue` stands in for a lack. */
export type ReadText<Source> = (key: TextKey<Source>, values?: Record<string, string | number>) => string

/**
 * Reads the texts of one language, in i18next's JSON format. `Source` is the type of those in English, which have the
 * same keys. Throws for a key that they lack.
 */
export function createReadText<Source extends Texts>(
  language: string,
  texts: Source | Texts,
): ReadText<Source> {
  const rules = new Intl.PluralRules(language)
  // Texts have Latin digits, as in `UTC+3`.
  const numbers = new Intl.NumberFormat(language, { numberingSystem: 'latn' })
  const find = (key: string) =>
    key
      .split('.')
      .reduce<string | Texts | undefined>(
        (in_, part) => (typeof in_ === 'object' ? in_[part] : undefined),
        texts,
      )
  const write = (value: string | number) => (typeof value === 'number' ? numbers.format(value) : value)
  return (key, values = {}) => {
    const { count } = values
    const forms = typeof count === 'number' ? [`${key}_${rules.select(count)}`, `${key}_other`, key] : [key]
    const text = forms.map(find).find((found) => typeof found === 'string') ?? values.defaultValue
    if (text === undefined) throw new Error(`There is no text ${key} in ${language}`)
    return String(text).replace(/\{\{(\w+)\}\}/g, (_, name) => write(values[name] ?? ''))
  }
}
