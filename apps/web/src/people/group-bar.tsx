import { useState } from 'react'
import { Link } from 'wouter'
import { loadGroups, loadIds, removeGroup, renameGroup, saveGroup } from '../selection/selection.ts'
import { addressOf, type Selection } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { MoreIcon, PlusIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
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
  // The name that the form starts with.
  const [naming, setNaming] = useState<string>()
  const isKept = groups.some((group) => group.name === name)

  function keep(newName: string) {
    if (naming) renameGroup(name, newName)
    else saveGroup({ name: newName, ids })
    setNaming(undefined)
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
      <GroupLink
        href={addressOf(path, path === '/' ? {} : { ids: loadIds() })}
        isCurrent={name === ''}
        name={texts.all}
        count={name === '' ? ids.length : undefined}
      />
      {groups.map((group) => (
        <GroupLink
          key={group.name}
          href={addressOf(path, group)}
          isCurrent={group.name === name}
          name={group.name}
          count={group.name === name ? ids.length : undefined}
        />
      ))}
      {naming !== undefined && (
        <GroupNameForm name={naming} onKeep={keep} onCancel={() => setNaming(undefined)} />
      )}
      {naming === undefined && isKept && (
        <GroupMenu name={name} onRename={() => setNaming(name)} onDrop={drop} />
      )}
      {naming === undefined && name !== '' && !isKept && <SharedGroup onKeep={() => keep(name)} />}
      {naming === undefined && ids.length > 0 && (
        <button type="button" className="chip" aria-label={texts.save} onClick={() => setNaming('')}>
          <PlusIcon isSmall />
        </button>
      )}
    </nav>
  )
}

type GroupLinkProps = { href: string; isCurrent: boolean; name: string; count: number | undefined }

function GroupLink({ href, isCurrent, name, count }: GroupLinkProps) {
  return (
    <Link href={href} className="chip" aria-current={isCurrent ? 'true' : undefined}>
      <bdi>{name}</bdi>
      {count !== undefined && <span className="font-normal text-muted">{count}</span>}
    </Link>
  )
}

function GroupMenu({ name, onRename, onDrop }: { name: string; onRename: () => void; onDrop: () => void }) {
  const { more, groups: texts } = useTexts().people
  return (
    <Menu
      className="icon-button"
      label={
        <>
          <span className="sr-only">{more(name)}</span>
          <MoreIcon />
        </>
      }
    >
      {(close) => (
        <>
          <button type="button" className="menu-item" onClick={() => [close(), onRename()]}>
            {texts.rename}
          </button>
          <button type="button" className="menu-item" onClick={() => [close(), onDrop()]}>
            {texts.remove}
          </button>
        </>
      )}
    </Menu>
  )
}

function SharedGroup({ onKeep }: { onKeep: () => void }) {
  const { groups: texts } = useTexts().people
  return (
    <>
      <span className="text-muted text-sm">{texts.shared}</span>
      <button type="button" className="chip chip-action" onClick={onKeep}>
        {texts.saveShared}
      </button>
    </>
  )
}
