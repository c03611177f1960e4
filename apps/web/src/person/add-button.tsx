import { useState } from 'react'
import { Link } from 'wouter'
import { loadIds, readIds, saveIds } from '../selection/selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { PersonIcon, PlusIcon } from '../ui/icons.tsx'

/** Adds somebody to the reader's people, then links there. Renders nothing for an id that a list cannot hold. */
export function AddButton({ id }: { id: string }) {
  const texts = useTexts().person
  const [isAdded, setIsAdded] = useState(() => loadIds().includes(id))
  if (readIds(id).ids.join() !== id || id.includes(',')) return null
  if (isAdded)
    return (
      <Link href="/" className="button button-sky">
        <PersonIcon isSmall />
        {texts.added}
      </Link>
    )
  const add = () => {
    saveIds([...loadIds(), id])
    setIsAdded(true)
  }
  return (
    <button type="button" className="button button-sky-primary" onClick={add}>
      <PlusIcon isSmall />
      {texts.add}
    </button>
  )
}
