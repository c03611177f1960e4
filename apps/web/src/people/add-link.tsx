import { Link } from 'wouter'
import { peopleAddress } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { PlusIcon } from '../ui/icons.tsx'

/** Leads to where people are added. */
export function AddLink() {
  return (
    <Link href={peopleAddress()} className="button button-plain">
      <PlusIcon isSmall />
      {useTexts().people.addButton}
    </Link>
  )
}
