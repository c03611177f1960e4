import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { addToList, OWN, removeFromList } from './lists.ts'
import { addressOfList, type ShownList } from './use-selection.ts'

/** How the people shown change. Somebody else's link changes in the address only. */
export function useListChanges(selection: ShownList) {
  const [, navigate] = useLocation()
  const latest = useRef(selection)
  latest.current = selection
  const show = (shown: Pick<ShownList, 'list' | 'ids' | 'name'>) =>
    navigate(addressOfList(shown), { replace: true })
  const { list } = selection
  useEffect(() => {
    // From here on, a group shows what any window makes of it, no longer the people of the address.
    if (list) show(latest.current)
  }, [list])

  return {
    add(added: readonly string[]) {
      const { list, ids, name } = latest.current
      // Whoever is added to a link without a name is meant to stay.
      if (list !== undefined || name === '') addToList(list ?? OWN, added)
      show({ list, name, ids: [...ids, ...added] })
    },
    /** Returns what undoes it, on the list that it was. */
    remove(id: string): () => void {
      const { list, ids, name } = latest.current
      const undo = list === undefined ? undefined : removeFromList(list, id)
      show({ list, name, ids: ids.filter((other) => other !== id) })
      return (
        undo ??
        (() => {
          const { current: now } = latest
          const isSame = now.list === undefined && now.name === name
          show({ list, name, ids: isSame ? [...now.ids, id] : ids })
        })
      )
    },
  }
}
