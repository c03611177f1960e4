import { useState } from 'react'
import { Link } from 'wouter'
import { addToList, MAX_PEOPLE, OWN, ownPeople, replaceNamesake } from '../selection/lists.ts'
import { readList } from '../selection/selection.ts'
import { addressOf } from '../selection/use-selection.ts'
import { useViewText } from '../texts/use-text.tsx'
import { PersonIcon, PlusIcon } from '../ui/icons.tsx'
import { useStored } from '../ui/stored.ts'
import { useUndo } from '../ui/use-undo.tsx'

/**
 * Adds somebody to the reader's people, then links there; and links to a meeting with them. Renders nothing for an id that
 * a list cannot hold.
 */
export function AddButton({ id, name }: { id: string; name: string }) {
  const t = useViewText()
  const own = useStored(ownPeople)
  const [isRefused, setIsRefused] = useState(false)
  const { offerUndo, toast } = useUndo('content')
  if (readList([id])[0] !== id) return null
  const add = () => {
    addToList(OWN, [id])
    setIsRefused(!ownPeople.get().includes(id))
    const undo = replaceNamesake(id, name)
    if (undo) offerUndo({ message: t('adding.joined', { name }), undo })
  }
  return (
    <>
      {own.includes(id) ? (
        <Link href="/" className="button button-sky">
          <PersonIcon isSmall />
          {t('person.added')}
        </Link>
      ) : (
        <button type="button" className="button button-sky-primary" onClick={add}>
          <PlusIcon isSmall />
          {t('person.add')}
        </button>
      )}
      <Link href={addressOf('/meet', { ids: [id] })} className="button button-sky">
        {t('pages.meet')}
      </Link>
      <p role="alert" className="w-full empty:hidden">
        {isRefused && t('people.tooMany', { count: MAX_PEOPLE })}
      </p>
      {toast}
    </>
  )
}
