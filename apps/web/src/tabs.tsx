import { Link, useLocation } from 'wouter'
import { peopleAddress } from './people/use-selection.ts'
import { useTexts } from './texts/use-texts.tsx'

/** The links to the views. They scroll sideways where they do not fit. */
export function Tabs() {
  const { pages } = useTexts()
  const [path] = useLocation()
  const people = peopleAddress()
  const tabs = [
    { path: '/', href: '/', label: pages.record },
    { path: '/people', href: people, label: pages.people },
    { path: '/meet', href: people.replace('/people', '/meet'), label: pages.meet },
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
