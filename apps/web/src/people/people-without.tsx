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
        {people.map(({ id, name, state }) => (
          <li key={id}>
            <p className="min-w-0 grow truncate">
              <bdi className="font-medium">{name}</bdi>
              <span className="text-muted text-sm">
                {` · ${state === 'missing' ? texts.missing : texts.unchecked}`}
              </span>
            </p>
            <RowMenu name={name} onRemove={() => onRemove(id)} />
          </li>
        ))}
      </ul>
    </details>
  )
}
