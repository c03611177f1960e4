// Runs before the first paint, unlike the page's own scripts: with those alone, a saved dark theme would flash light
// and a right-to-left page would start left to right.
const root = document.documentElement
let chosen = {}
try {
  chosen = JSON.parse(localStorage.getItem('timezone-registry:preferences') ?? '{}') ?? {}
} catch {
  // Without storage, the system's settings apply.
}
if (chosen.theme === 'light' || chosen.theme === 'dark') root.dataset.theme = chosen.theme

// The same rule as `chooseLanguage` in src/texts/languages.ts.
const languages = ['en', 'de', 'es', 'fr', 'pt-BR', 'ru', 'ar', 'ja']
const languageOf = (tag) =>
  String(tag)
    .split(/[-_.@]/)[0]
    .toLowerCase()
const wanted = [chosen.language ?? [], ...navigator.languages].flat()
root.lang =
  wanted
    .flatMap((tag) => languages.find((language) => languageOf(language) === languageOf(tag)) ?? [])
    .at(0) ?? 'en'
root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
