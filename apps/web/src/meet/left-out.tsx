import type { Person } from '../selection/use-people.ts'
import { useLocale, useViewText } from '../texts/use-text.tsx'
import { joinNames } from './describe-slot.ts'

const REASONS = ['missing', 'unchecked', 'found'] as const

/** Who is left out of the proposals, and why. Without this, `Good for everyone` would promise too much. */
export function LeftOut({ people }: { people: Person[] }) {
  const t = useViewText()
  const locale = useLocale()
  const notes = { missing: t('list.missing'), unchecked: t('list.unchecked'), found: t('zone.unknownHere') }
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return REASONS.map((reason) => {
    const ids = people.filter(({ state }) => state === reason).map(({ id }) => id)
    if (ids.length === 0) return null
    return (
      <p key={reason} className="mt-1 text-muted text-sm wrap-anywhere">
        {`${joinNames(ids, { names, t, locale })} · ${notes[reason]}`}
      </p>
    )
  })
}
