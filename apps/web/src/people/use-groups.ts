import { useState } from 'react'
import { type Group, loadGroups, removeGroup, saveGroup } from '../selection/selection.ts'

/** The groups of this browser. */
export function useGroups() {
  const [groups, setGroups] = useState(loadGroups)
  return {
    groups,
    save: (group: Group) => {
      saveGroup(group)
      setGroups(loadGroups())
    },
    remove: (name: string) => {
      removeGroup(name)
      setGroups(loadGroups())
    },
  }
}
