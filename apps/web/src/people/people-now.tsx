import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { SignInToRead } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useAxis } from '../axis/axis.tsx'
import { useListChanges } from '../selection/use-list-changes.ts'
import { addressOf, useSelection } from '../selection/use-selection.ts'
import { useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { ShareIcon } from '../ui/icons.tsx'
import { useUndo } from '../ui/use-undo.tsx'
import { GroupBar } from './group-bar.tsx'
import { Nobody } from './nobody.tsx'
import { PeopleCounts } from './people-counts.tsx'
import { PeopleLine } from './people-line.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleWithout } from './people-without.tsx'
import { useReaderAndOthers } from './use-reader-and-others.ts'
import { useZoneClocks } from './use-zone-clocks.ts'
import './people.css'

const HEADING = 'people-heading'

/** The reader's people, or those of a link: what time it is for each, and who is awake at the time shown. */
export function PeopleNow({ account }: { account: Account }) {
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
      <div className="flex min-h-[88px] flex-wrap items-center justify-between gap-2 py-4 print:hidden">
        <GroupBar selection={selection} onRemoved={offerUndo} />
        {others.length > 0 && (
          <div className="relative z-2 flex flex-wrap items-center gap-2 bg-surface">
            <PeopleCounts people={others} zones={zones} own={me.timezone} />
            <CopyButton text={() => location.origin + addressOf('/', { ids, name })}>
              <ShareIcon isSmall />
              {t('list.share')}
            </CopyButton>
            <Link href={addressOf('/meet', { ids, name })} className="button button-primary">
              {t('list.findTime')}
            </Link>
          </div>
        )}
      </div>
      {others.length === 0 && <Nobody />}
      <div className="mb-1 @min-[42rem]:relative">
        {found.length > 0 && (
          <>
            <PeopleLine />
            <PeopleList me={me} people={found} zones={zones} onRemove={remove} />
          </>
        )}
      </div>
      <PeopleWithout people={listed.filter((person) => !found.includes(person))} onRemove={remove} />
      <FailureNote error={error} className="mt-4" onRetry={reload} />
      {toast}
    </div>
  )
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
