import type { Person } from '../selection/use-people.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { joinNames } from './describe-slot.ts'

const REASONS = ['missing', 'unchecked', 'found'] as const

/** Who is left out of the proposals, and why. Without this, `Good for everyone` would promise too much. */
export function LeftOut({ people }: { people: Person[] }) {
  const { meet: texts, people: words, zone } = useTexts()
  const locale = useLocale()
  const notes = { missing: words.missing, unchecked: words.unchecked, found: zone.unknownHere }
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return REASONS.map((reason) => {
    const ids = people.filter(({ state }) => state === reason).map(({ id }) => id)
    if (ids.length === 0) return null
    return (
      <p key={reason} className="mt-1 text-muted text-sm wrap-anywhere">
        {`${joinNames(ids, { names, texts, locale })} · ${notes[reason]}`}
      </p>
    )
  })
}
