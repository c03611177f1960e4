import type { Person } from '../selection/use-people.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { type RowActions, RowMenu } from './row-menu.tsx'

type PeopleWithoutProps = RowActions & { people: readonly Person[] }

/** Those of whom no time zone is known, behind one line. */
export function PeopleWithout({ people, ...actions }: PeopleWithoutProps) {
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
            <RowMenu person={person} {...actions} />
          </li>
        ))}
      </ul>
    </details>
  )
}
