import { useState } from 'react'
import { Link } from 'wouter'
import { loadIds, readList, saveIds } from '../selection/selection.ts'
import { addressOf } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { PersonIcon, PlusIcon } from '../ui/icons.tsx'

/**
 * Adds somebody to the reader's people, then links there; and links to a meeting with them. Renders nothing for an id that
 * a list cannot hold.
 */
export function AddButton({ id }: { id: string }) {
  const { person: texts, pages } = useTexts()
  const [isAdded, setIsAdded] = useState(() => loadIds().includes(id))
  if (readList([id])[0] !== id) return null
  const add = () => {
    saveIds([...loadIds(), id])
    setIsAdded(true)
  }
  return (
    <>
      {isAdded ? (
        <Link href="/" className="button button-sky">
          <PersonIcon isSmall />
          {texts.added}
        </Link>
      ) : (
        <button type="button" className="button button-sky-primary" onClick={add}>
          <PlusIcon isSmall />
          {texts.add}
        </button>
      )}
      <Link href={addressOf('/meet', { ids: [id] })} className="button button-sky">
        {pages.meet}
      </Link>
    </>
  )
}
