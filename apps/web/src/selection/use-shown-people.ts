import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { changeIds, loadIds } from './selection.ts'
import { addressOf, keep, readSelection, type Selection } from './use-selection.ts'

/** The people in the address; without any, those of this browser, which stay out of it. */
export function useShownPeople() {
  const [parameters] = useSearchParams()
  const [, navigate] = useLocation()
  const [own, setOwn] = useState(loadIds)
  const linked = readSelection(parameters)
  const selection = isEmpty(linked) ? { ...linked, ids: own } : linked
  const shown = useRef(selection)
  shown.current = selection
  const asked = linked.ids.join()
  useEffect(() => {
    // A link from somebody else must not replace one's own list.
    if (asked !== '' && linked.name === '' && loadIds().length === 0)
      setOwn(changeIds({ added: asked.split(',') }))
  }, [asked, linked.name])

  function select(change: Partial<Selection>) {
    // What is shown now, which an earlier render does not know: Undo calls the `select` of before the removal.
    const next = { ...shown.current, ...change }
    if (change.ids !== undefined) keep(next, shown.current.ids)
    const kept = loadIds()
    setOwn(kept)
    const isOwn = next.name === '' && next.ids.join() === kept.join()
    navigate(addressOf('/', isOwn ? {} : { ids: next.ids, name: next.name }), { replace: true })
  }

  return [selection, select] as const
}

function isEmpty({ ids, name }: Selection): boolean {
  return ids.length === 0 && name === ''
}
