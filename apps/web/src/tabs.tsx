import { Link, useLocation } from 'wouter'
import { addressOf, addressOfList, useSelection } from './selection/use-selection.ts'
import { useText } from './texts/use-text.tsx'
import { useCurrentInSight } from './ui/use-current-in-sight.ts'

/** The links to the views. They scroll sideways where they do not fit, with the current one in view. */
export function Tabs() {
  const t = useText()
  const [path] = useLocation()
  const { list, ids, name } = useSelection()
  const nav = useCurrentInSight(path)
  const tabs = [
    { path: '/', href: addressOfList({ list, ids, name }), label: t('pages.record') },
    { path: '/meet', href: addressOf('/meet', { ids, name }), label: t('pages.meet') },
    { path: '/everyone', href: '/everyone', label: t('pages.everyone') },
  ]
  return (
    <nav
      ref={nav}
      aria-label={t('pages.label')}
      className="flex min-w-0 flex-1 gap-1 overflow-x-auto py-1 [scrollbar-width:none] max-[24rem]:gap-0"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.path}
          href={tab.href}
          // The longest names only just fit beside the account on a small phone.
          className="tab inline-flex min-h-9 shrink-0 items-center rounded-lg px-1.5 font-medium text-sm min-[24rem]:px-2 sm:px-3 pointer-coarse:min-h-11"
          aria-current={tab.path === path ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
