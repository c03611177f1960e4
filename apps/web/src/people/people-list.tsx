import { useRef } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { PersonRow } from './person-row.tsx'
import type { Person } from './use-people.ts'

type PeopleListProps = { me: Person; others: Person[]; onRemove: (id: string) => void }

/** The reader first, then the others, each with a button that removes them. */
export function PeopleList({ me, others, onRemove }: PeopleListProps) {
  const { people } = useTexts()
  const list = useRef<HTMLUListElement>(null)

  function remove(id: string, index: number) {
    // The button that is about to go gives its focus to its neighbour, or else to the list.
    const buttons = list.current?.querySelectorAll('button') ?? []
    const neighbour = buttons[index + 1] ?? buttons[index - 1] ?? list.current
    neighbour?.focus()
    onRemove(id)
  }

  return (
    <ul
      ref={list}
      tabIndex={-1}
      className="mt-4 divide-y divide-slate-200 outline-none dark:divide-slate-800"
      aria-label={people.listLabel}
    >
      <PersonRow person={me} />
      {others.map((person, index) => (
        <PersonRow
          key={person.id}
          person={person}
          mine={me.timezone ?? 'UTC'}
          onRemove={() => remove(person.id, index)}
        />
      ))}
    </ul>
  )
}
