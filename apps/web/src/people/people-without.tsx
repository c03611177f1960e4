import type { Person } from '../selection/use-people.ts'
import { useViewText } from '../texts/use-text.tsx'
import { RowMenu } from './row-menu.tsx'

type PeopleWithoutProps = { people: readonly Person[]; onRemove: (id: string) => void }

/** Those of whom no time zone is known, behind one line. */
export function PeopleWithout({ people, onRemove }: PeopleWithoutProps) {
  const t = useViewText()
  if (people.length === 0) return null
  return (
    <details className="people-without my-2 text-sm text-soft print:hidden">
      <summary className="w-fit cursor-pointer py-3">{t('list.without', { count: people.length })}</summary>
      <ul>
        {people.map((person) => (
          <li key={person.id} className="flex min-h-11 items-center">
            <p className="min-w-0 grow truncate">
              <bdi className="font-medium">{person.name}</bdi>
              <span className="text-muted text-sm">
                {` · ${person.state === 'missing' ? t('list.missing') : t('list.unchecked')}`}
              </span>
            </p>
            <RowMenu person={person} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </details>
  )
}
