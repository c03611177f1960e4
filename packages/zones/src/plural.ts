type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Chooses the form of a text that goes with a number, by the rules of a language: Arabic has six forms, Russian four. */
export function createPlural(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, forms) => forms[rules.select(count)] ?? forms.other
}
