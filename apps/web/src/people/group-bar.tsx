import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { addGroup, type Group, OWN, ownGroups, removeGroup, renameGroup } from '../selection/lists.ts'
import { cleanName } from '../selection/selection.ts'
import { addressOf, type ShownList } from '../selection/use-selection.ts'
import { useViewText } from '../texts/use-text.tsx'
import { MoreIcon, PlusIcon } from '../ui/icons.tsx'
import { isComposing } from '../ui/is-composing.ts'
import { Menu } from '../ui/menu.tsx'
import { useStored } from '../ui/stored.ts'

type GroupBarProps = {
  selection: ShownList
  onRemoved: (offer: { message: string; undo: () => void }) => void
}

/** The groups of this browser as links, and what can be done with the people on the page as a group. */
export function GroupBar({ selection: { list, ids, name }, onRemoved }: GroupBarProps) {
  const t = useViewText()
  const [, navigate] = useLocation()
  const groups = useStored(ownGroups)
  // The name that the form starts with, and the list that it names, which another window may delete.
  const [named, setNamed] = useState<{ list: string | undefined; name: string }>()
  const naming = named?.list === list ? named?.name : undefined
  const setNaming = (name?: string) => setNamed(name === undefined ? undefined : { list, name })
  const nav = useRef<HTMLElement>(null)
  const isChanged = useRef(false)
  const group = groups.find(({ id }) => id === list)

  useLayoutEffect(() => {
    const isGone = named !== undefined && naming === undefined
    // What had the focus is gone: the group that is shown takes it.
    if ((isChanged.current || isGone) && document.activeElement === document.body)
      nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
    isChanged.current = false
    if (isGone) setNamed(undefined)
  })

  function show(shown: string) {
    isChanged.current = true
    setNaming(undefined)
    navigate(addressOf('/', { name: shown }), { replace: true })
  }

  function drop(removed: Group) {
    const undo = removeGroup(removed)
    show('')
    onRemoved({ message: t('list.groups.removed', { name: removed.name }), undo: () => show(undo()) })
  }

  if (groups.length === 0 && ids.length === 0) return null
  return (
    <nav
      ref={nav}
      aria-label={t('list.groups.label')}
      className="group-bar relative z-2 -ms-3 flex min-w-0 flex-wrap items-center gap-2 bg-surface"
    >
      {[{ id: OWN, name: '' }, ...groups].map(({ id, name }) => (
        <Link
          key={id}
          href={addressOf('/', { name })}
          className="chip"
          aria-current={id === list ? 'true' : undefined}
        >
          <bdi>{id === OWN ? t('list.groups.all') : name}</bdi>
          {id === list && <span className="font-normal text-muted">{ids.length}</span>}
        </Link>
      ))}
      {naming !== undefined && (
        <GroupNameForm
          name={naming}
          onKeep={(wanted) => show(naming && group ? renameGroup(group.id, wanted) : addGroup(wanted, ids))}
          onCancel={() => setNaming(undefined)}
        />
      )}
      {naming === undefined && group && (
        <GroupMenu name={name} onRename={() => setNaming(name)} onDrop={() => drop(group)} />
      )}
      {naming === undefined && name !== '' && list === undefined && (
        <SharedGroup onKeep={() => show(addGroup(name, ids))} />
      )}
      {naming === undefined && ids.length > 0 && (
        <button
          type="button"
          className="chip"
          aria-label={t('list.groups.save')}
          onClick={() => setNaming('')}
        >
          <PlusIcon isSmall />
        </button>
      )}
    </nav>
  )
}

function GroupMenu({ name, onRename, onDrop }: { name: string; onRename: () => void; onDrop: () => void }) {
  const t = useViewText()
  return (
    <Menu className="icon-button" name={t('list.more', { name })} label={<MoreIcon />}>
      {(close) => (
        <>
          <button type="button" className="menu-item" onClick={() => [close(), onRename()]}>
            {t('list.groups.rename')}
          </button>
          <button type="button" className="menu-item" onClick={() => [close(), onDrop()]}>
            {t('list.groups.remove')}
          </button>
        </>
      )}
    </Menu>
  )
}

function SharedGroup({ onKeep }: { onKeep: () => void }) {
  const t = useViewText()
  return (
    <>
      <span className="text-muted text-sm">{t('list.groups.shared')}</span>
      <button type="button" className="chip chip-action" onClick={onKeep}>
        {t('list.groups.saveShared')}
      </button>
    </>
  )
}

type GroupNameFormProps = {
  /** Before it is changed; empty for a new group. */
  name: string
  onKeep: (name: string) => void
  onCancel: () => void
}

/** Asks for the name of a group, on one line. Escape cancels. */
function GroupNameForm({ name: before, onKeep, onCancel }: GroupNameFormProps) {
  const t = useViewText()
  const [typed, setTyped] = useState(before)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  function keep(event: SubmitEvent) {
    event.preventDefault()
    const name = cleanName(typed)
    if (name !== '') onKeep(name)
  }

  return (
    <form className="flex max-w-full flex-wrap gap-2" onSubmit={keep}>
      <input
        ref={field}
        className="field group-name min-h-9 w-48"
        aria-label={t('list.groups.name')}
        placeholder={t('list.groups.name')}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onCancel()}
      />
      <button type="submit" className="chip chip-action">
        {t('list.groups.keep')}
      </button>
      <button type="button" className="chip" onClick={onCancel}>
        {t('record.cancel')}
      </button>
    </form>
  )
}
