import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { SignInToRead } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { setText, useAxis, useDrawn } from '../axis/axis.tsx'
import { type DayState, daysOf, stateAt } from '../clock/days.ts'
import { wallAt, type ZoneClock } from '../clock/zone-clock.ts'
import { replaceNamesake } from '../selection/lists.ts'
import type { Person } from '../selection/use-people.ts'
import { addressOf, type ShownList, useListChanges, useSelection } from '../selection/use-selection.ts'
import { useTimes, useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { ShareIcon } from '../ui/icons.tsx'
import { useUndo } from '../ui/use-undo.tsx'
import { GroupBar } from './group-bar.tsx'
import { PeopleLine, PeopleList, PeopleWithout } from './people-list.tsx'
import { useReaderAndOthers, useZoneClocks } from './use-reader-and-others.ts'
import './people.css'

const HEADING = 'people-heading'

type PeopleNowProps = {
  account: Account
  /** What is shown in place of people. */
  nobody: ReactNode
}

/** The reader's people, or those of a link: what time it is for each, and who is awake at the time shown. */
export function PeopleNow({ account, nobody }: PeopleNowProps) {
  const t = useViewText()
  const { span } = useAxis()
  const selection = useSelection()
  const { ids, name } = selection
  const { me, others, error, reload } = useReaderAndOthers(ids, account)
  const zones = useZoneClocks(
    [me, ...others].map(({ timezone }) => timezone),
    span,
  )
  const changes = useListChanges(selection)
  const { offerUndo, toast } = useUndo(HEADING)
  useNewcomers(selection, others, offerUndo)
  const listed = useDeferredValue(others)
  const found = listed.filter(({ state }) => state === 'found' || state === 'loading')

  function remove(removed: string) {
    const person = others.find(({ id }) => id === removed)
    focusBesideMenu()
    const undo = changes.remove(removed)
    offerUndo({ message: t('list.removed', { name: person?.name ?? removed }), undo })
  }

  return (
    <div className="relative @container">
      <h2 id={HEADING} tabIndex={-1} className="sr-only">
        {name === '' ? t('pages.people') : name}
      </h2>
      <SignInToRead account={account} />
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 py-2 sm:min-h-[88px] sm:gap-2 sm:py-4 print:hidden">
        <GroupBar selection={selection} onRemoved={offerUndo} />
        {others.length > 0 && (
          <div className="relative z-2 flex flex-wrap items-center gap-2 bg-surface max-sm:w-full">
            <PeopleCounts people={others} zones={zones} own={me.timezone} />
            <CopyButton text={() => location.origin + addressOf('/', { ids, name })}>
              <ShareIcon isSmall />
              <span className="max-sm:sr-only">{t('list.share')}</span>
            </CopyButton>
            <Link href={addressOf('/meet', { ids, name })} className="button button-primary">
              {t('list.findTime')}
            </Link>
          </div>
        )}
      </div>
      {others.length === 0 && nobody}
      <div className="mb-1 @min-[42rem]:relative">
        {found.length > 0 && (
          <>
            <PeopleLine />
            <PeopleList me={me} people={found} zones={zones} onRemove={remove} />
          </>
        )}
      </div>
      <PeopleWithout people={listed.filter((person) => !found.includes(person))} onRemove={remove} />
      {/* Above, the page says that nothing is answered. */}
      {account.error === null && <FailureNote error={error} className="mt-4" onRetry={reload} />}
      {toast}
    </div>
  )
}

/** Somebody registered who is added takes the place of the row that had their name, which can be undone. */
function useNewcomers(
  { list, ids }: ShownList,
  people: readonly Person[],
  offerUndo: (offer: { message: string; undo: () => void }) => void,
) {
  const t = useViewText()
  const before = useRef({ list, ids: new Set(ids) })
  useEffect(() => {
    if (before.current.list !== list) before.current = { list, ids: new Set(ids) }
    for (const { id, name, realName = name, state, isUnregistered } of people) {
      if (before.current.ids.has(id) || state === 'loading') continue
      before.current.ids.add(id)
      const undo = state === 'found' && !isUnregistered && replaceNamesake(id, realName)
      if (undo) offerUndo({ message: t('adding.joined', { name }), undo })
    }
  }, [list, ids, people])
}

/** The menu that has the focus is about to disappear: its neighbour, or else the heading, takes it. */
function focusBesideMenu(): void {
  const menus = [...document.querySelectorAll<HTMLElement>('.row-menu')].filter((menu) =>
    menu.checkVisibility(),
  )
  const index = menus.indexOf(document.activeElement as HTMLElement)
  const beside = menus[index + 1] ?? menus[index - 1] ?? document.getElementById(HEADING)
  beside?.focus()
}

type PeopleCountsProps = {
  people: readonly Person[]
  zones: Map<string, ZoneClock>
  /** The reader's own zone. */
  own: string | undefined
}

/** What people say of themselves. */
const SAID = ['available', 'away'] as const
/** What is likely at the local time of the others. */
const LIKELY = ['awake', 'winding-down', 'asleep'] as const

// No line begins with it.
const DOT = '\u00a0· '

/** `1 available · likely 5 awake · 1 winding down`, and the time shown where that is not now. */
function PeopleCounts({ people, zones, own = '' }: PeopleCountsProps) {
  const t = useViewText()
  const times = useTimes()
  const { span } = useAxis()
  const note = useRef<HTMLParagraphElement>(null)
  const days = useMemo(
    () =>
      people.flatMap(({ timezone = '', availability }) => {
        const clock = zones.get(timezone)
        return clock === undefined ? [] : [daysOf(clock, span, availability)]
      }),
    [people, zones, span],
  )
  useDrawn(({ at, isNow }) => {
    const counts = Map.groupBy(days, (one): DayState => stateAt(one, at, isNow))
    const write = (states: readonly (typeof SAID | typeof LIKELY)[number][]) =>
      states
        .flatMap((state) => {
          const count = counts.get(state)?.length ?? 0
          // A number stays with its word.
          return count === 0 ? [] : t(`list.counts.${state}`, { count }).replace(' ', '\u00a0')
        })
        .join(DOT)
    const likely = write(LIKELY)
    const clock = isNow ? undefined : zones.get(own)
    const time = clock && times.time(wallAt(clock, at))
    setText(
      note.current,
      [time, write(SAID), likely && t('list.likely', { counts: likely })].filter(Boolean).join(DOT),
    )
  })
  return <p ref={note} className="me-2 text-sm text-soft max-sm:flex-[1_1_6rem]" translate="no" />
}
