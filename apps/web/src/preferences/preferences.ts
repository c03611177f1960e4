import * as z from 'zod'

/** What somebody has chosen in this browser; undefined: as the system has it. */
export type Preferences = { theme?: 'light' | 'dark' | undefined; language?: string | undefined }

const STORAGE_KEY = 'timezone-registry:preferences'

const schema = z.object({
  theme: z.enum(['light', 'dark']).optional().catch(undefined),
  language: z.string().optional().catch(undefined),
})

export function loadPreferences(): Preferences {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'))
  } catch {
    return {}
  }
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences))
  } catch {
    // They last as long as the page, then.
  }
}

/** Light or dark for the whole document; without a choice, as the system has it. */
export function applyTheme({ theme }: Preferences): void {
  if (theme === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
