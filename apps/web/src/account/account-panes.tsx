import type { ACCOUNT_PANES } from '@timezone-registry/contract/page-paths'
import { type ReactNode, Suspense } from 'react'
import { Link, useParams } from 'wouter'
import { useAccountText, useText } from '../texts/use-text.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useCurrentInSight } from '../ui/use-current-in-sight.ts'
import { DataPane, type ErasureState } from './data-pane.tsx'
import { PANE_HEADING, useFocusWhen } from './entry-list.tsx'
import { OwnSessions } from './own-sessions.tsx'
import type { Account } from './use-account.ts'
import { VisibilityChooser } from './visibility-chooser.tsx'

const AvailabilitySection = lazyPart(
  async () => (await import('./availability/availability-section.tsx')).AvailabilitySection,
)
const KeysSection = lazyPart(async () => (await import('./keys/keys-section.tsx')).KeysSection)
const RecordsSection = lazyPart(async () => (await import('./admin/records-section.tsx')).RecordsSection)

type Pane = {
  name: (typeof ACCOUNT_PANES)[number]
  label: string
  /** In place of the label above what it shows. */
  heading?: string
  content: ReactNode
}

type AccountPanesProps = { account: Account; erasure: ErasureState }

/** The parts of the account, one at a time, each at its own address, beside links to all of them. */
export function AccountPanes({ account, erasure }: AccountPanesProps) {
  const t = useText()
  const panes = usePanes(account, erasure)
  const { pane: name } = useParams<{ pane?: string }>()
  const pane = panes.find((each) => each.name === name) ?? (panes[0] as Pane)
  useFocusWhen(PANE_HEADING, pane.name)
  return (
    <div className="grid gap-6 md:grid-cols-[12rem_minmax(0,44rem)] md:gap-x-12">
      <PageTitle title={`${pane.label} · ${t('pages.account')}`} />
      <Rail panes={panes} current={pane.name} />
      <section aria-labelledby={PANE_HEADING} className="min-w-0">
        <h3 id={PANE_HEADING} tabIndex={-1} className="heading mb-4 outline-none">
          {pane.heading ?? pane.label}
        </h3>
        <Suspense fallback={<Skeleton />}>{pane.content}</Suspense>
      </section>
    </div>
  )
}

function usePanes(account: Account, erasure: ErasureState): Pane[] {
  const t = useAccountText()
  const own: Pane[] = [
    {
      name: 'visibility',
      label: t('accountPage.panes.visibility'),
      heading: t('visibility.heading'),
      content: <VisibilityChooser account={account} />,
    },
    {
      name: 'availability',
      label: t('accountPage.panes.availability'),
      heading: t('availability.heading'),
      content: <AvailabilitySection account={account} />,
    },
  ]
  const forAdmins: Pane[] = [
    { name: 'keys', label: 'API keys', content: <KeysSection /> },
    { name: 'records', label: t('accountPage.panes.records'), content: <RecordsSection /> },
  ]
  return [
    // Where anyone can write, a private record would be hidden from the person it is about, too.
    ...(account.isOpen || account.visibility === undefined ? [] : own),
    {
      name: 'devices',
      label: t('accountPage.panes.devices'),
      heading: t('accountPage.sessions.heading'),
      content: <OwnSessions account={account} />,
    },
    {
      name: 'data',
      label: t('accountPage.panes.data'),
      content: <DataPane account={account} erasure={erasure} />,
    },
    ...(account.isAdmin ? forAdmins : []),
  ]
}

/** A list, or on a phone a line that scrolls sideways, with the current one in view. */
function Rail({ panes, current }: { panes: Pane[]; current: Pane['name'] }) {
  const t = useText()
  const nav = useCurrentInSight<HTMLElement>(current)
  return (
    <nav
      ref={nav}
      aria-label={t('pages.account')} // On a phone, as far as the edges of the screen, with room for an outline.
      className="account-rail -mx-(--page-margin) flex min-w-0 gap-1 overflow-x-auto px-(--page-margin) py-1 [scrollbar-width:none] md:sticky md:top-4 md:-ms-3 md:me-0 md:flex-col md:self-start md:p-0 print:hidden"
    >
      {panes.map(({ name, label }) => (
        <Link
          key={name}
          href={`/account/${name}`}
          className="account-link text-soft transition-colors duration-(--motion) ease-out hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-tint aria-[current]:text-accent inline-flex min-h-9 flex-none items-center rounded-lg px-3 font-medium text-sm md:min-h-10 pointer-coarse:min-h-11"
          aria-current={name === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
