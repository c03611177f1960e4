import { Link, useLocation, useSearch } from 'wouter'
import { addressBeside } from './selection/use-selection.ts'
import { useTexts } from './texts/use-texts.tsx'

/** The links to the views. They scroll sideways where they do not fit. */
export function Tabs() {
  const { pages } = useTexts()
  const [path] = useLocation()
  const search = useSearch()
  const tabs = [
    { path: '/', href: '/', label: pages.record },
    { path: '/people', href: addressBeside('/people', search), label: pages.people },
    { path: '/meet', href: addressBeside('/meet', search), label: pages.meet },
    { path: '/everyone', href: '/everyone', label: pages.everyone },
  ]
  return (
    <nav aria-label={pages.label} className="tabs">
      {tabs.map((tab) => (
        <Link
          key={tab.path}
          href={tab.href}
          className={`tab ${tab.path === path ? 'tab-active' : ''}`}
          aria-current={tab.path === path ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
