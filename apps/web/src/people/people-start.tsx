import { type ReactNode, startTransition, useState } from 'react'
import { listedIds } from '../selection/lists.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import './people-start.css'

type PeopleStartProps = {
  /**
   * Renders the people, and puts what was typed into the field, which has the focus; undefined if it was not used. What
   * ends with a line break was entered.
   */
  children: (typed: string | undefined) => ReactNode
}

/** Asks whoever has nobody to compare with for their people. The rest loads when they use the field. */
export function PeopleStart({ children }: PeopleStartProps) {
  const { people: texts, pages } = useTexts()
  const [hasMore] = useState(() => location.search !== '' || listedIds().size > 0)
  const [typed, setTyped] = useState('')
  const [isUsed, setIsUsed] = useState(false)
  if (hasMore || isUsed) return children(isUsed ? typed : undefined)
  return (
    <section aria-label={pages.people}>
      <Nobody />
      <label className="add-people">
        <span className="row-initials row-initials-none" aria-hidden="true">
          <PlusIcon isSmall />
        </span>
        <span className="sr-only">{texts.add}</span>
        <input
          className="add-people-input"
          placeholder={texts.addHere}
          autoComplete="off"
          value={typed.replaceAll('\n', ' ')}
          onChange={({ target }) => setTyped(target.value)}
          onFocus={() => startTransition(() => setIsUsed(true))}
          onKeyDown={({ key }) => key === 'Enter' && setTyped(`${typed}\n`)}
        />
      </label>
    </section>
  )
}

/** Says what people are for while nobody is listed. */
export function Nobody() {
  const { people: texts } = useTexts()
  return (
    <div className="people-empty">
      <h2 className="heading">{texts.emptyTitle}</h2>
      <p className="mt-1 text-muted">
        {texts.empty} {texts.keptHere}
      </p>
    </div>
  )
}
