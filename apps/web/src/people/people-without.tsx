import type { Person } from '../selection/use-people.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { RowMenu } from './row-menu.tsx'

type PeopleWithoutProps = { people: readonly Person[]; onRemove: (id: string) => void }

/** Those of whom no time zone is known, behind one line. */
export function PeopleWithout({ people, onRemove }: PeopleWithoutProps) {
  const { people: texts } = useTexts()
  if (people.length === 0) return null
  return (
    <details className="people-without">
      <summary>{texts.without(people.length)}</summary>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <p className="min-w-0 grow truncate">
              <bdi className="font-medium">{person.name}</bdi>
              <span className="text-muted text-sm">
                {` · ${person.state === 'missing' ? texts.missing : texts.unchecked}`}
              </span>
            </p>
            <RowMenu person={person} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </details>
  )
}
