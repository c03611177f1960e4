import { useState } from 'react'
import { Link } from 'wouter'
import { loadGroups, loadIds, removeGroup, saveGroup } from '../selection/selection.ts'
import { addressOf, type Selection } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { GroupNameForm } from './group-name-form.tsx'

type GroupBarProps = {
  path: string
  selection: Selection
  onSelect: (change: Partial<Selection>) => void
  onRemoved: (offer: { message: string; undo: () => void }) => void
}

/** The groups of this browser as links, and what can be done with the people on the page as a group. */
export function GroupBar({ path, selection: { ids, name }, onSelect, onRemoved }: GroupBarProps) {
  const { groups: texts } = useTexts().people
  const [groups, setGroups] = useState(loadGroups)
  const [isNaming, setIsNaming] = useState(false)
  const isKept = groups.some((group) => group.name === name)

  function keep(newName: string) {
    setIsNaming(false)
    saveGroup({ name: newName, ids })
    setGroups(loadGroups())
    onSelect({ name: newName })
  }

  function drop() {
    removeGroup(name)
    setGroups(loadGroups())
    onSelect({ name: '', ids: loadIds() })
    onRemoved({
      message: texts.removed(name),
      undo: () => {
        saveGroup({ name, ids })
        setGroups(loadGroups())
        onSelect({ name, ids })
      },
    })
  }

  if (groups.length === 0 && ids.length === 0) return null
  return (
    <nav aria-label={texts.label} className="group-bar">
      {(groups.length > 0 || name !== '') && (
        <GroupLink href={addressOf(path, { ids: loadIds() })} isCurrent={name === ''} name={texts.all} />
      )}
      {groups.map((group) => (
        <GroupLink
          key={group.name}
          href={addressOf(path, group)}
          isCurrent={group.name === name}
          name={group.name}
        />
      ))}
      {isNaming ? (
        <GroupNameForm onKeep={keep} onCancel={() => setIsNaming(false)} />
      ) : (
        <GroupActions
          isEmpty={ids.length === 0}
          isShared={name !== '' && !isKept}
          isKept={isKept}
          onName={() => setIsNaming(true)}
          onKeep={() => keep(name)}
          onDrop={drop}
        />
      )}
    </nav>
  )
}

function GroupLink({ href, isCurrent, name }: { href: string; isCurrent: boolean; name: string }) {
  return (
    <Link href={href} className="chip" aria-current={isCurrent ? 'true' : undefined}>
      {name}
    </Link>
  )
}

type GroupActionsProps = Record<'isEmpty' | 'isShared' | 'isKept', boolean> &
  Record<'onName' | 'onKeep' | 'onDrop', () => void>

function GroupActions({ isEmpty, isShared, isKept, onName, onKeep, onDrop }: GroupActionsProps) {
  const { groups: texts } = useTexts().people
  if (isShared)
    return (
      <span className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted">{texts.shared}</span>
        <button type="button" className="chip chip-action" onClick={onKeep}>
          {texts.saveShared}
        </button>
      </span>
    )
  if (isKept)
    return (
      <button type="button" className="chip chip-action" onClick={onDrop}>
        {texts.remove}
      </button>
    )
  if (isEmpty) return null
  return (
    <button type="button" className="chip chip-action" onClick={onName}>
      {texts.save}
    </button>
  )
}
