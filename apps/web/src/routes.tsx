import { type ComponentType, type ReactNode, Suspense, useDeferredValue } from 'react'
import { Route, Switch, useLocation, useSearch } from 'wouter'
import type { Account } from './account/use-account.ts'
import { AxisProvider } from './axis/axis.tsx'
import { NowPage } from './now/now-page.tsx'
import { PeopleStart } from './people/people-start.tsx'
import { useOwn } from './record/own-record.tsx'
import { readSelection } from './selection/use-selection.ts'
import { useViewTextSoon } from './texts/use-text.tsx'
import { ErrorBoundary, lazyPart } from './ui/lazy-part.tsx'
import { ServedView, Skeleton } from './ui/skeleton.tsx'

const PersonPage = lazyPart(async () => (await import('./person/person-page.tsx')).PersonPage)
const NotFound = lazyPart(async () => (await import('./ui/no-clock.tsx')).NotFound)

const MeetPage = lazyPart(async () => (await import('./meet/meet-page.tsx')).MeetPage)
const InvitationPage = lazyPart(async () => (await import('./invitation/invitation-page.tsx')).InvitationPage)

/** The views that load when they are opened, by their paths. */
const VIEWS: Record<string, ComponentType<{ account: Account }>> = {
  '/meet': MeetOrInvitation,
  '/everyone': lazyPart(async () => (await import('./everyone/everyone-page.tsx')).EveryonePage),
  '/account/:pane?': lazyPart(async () => (await import('./account/account-page.tsx')).AccountPage),
  '/privacy': lazyPart(async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage),
}

/** The view of the current path. A failure stays inside it: the tabs keep working. */
export function Routes({ account }: { account: Account }) {
  const [path] = useLocation()
  useViewTextSoon(path !== '/')
  return (
    <Switch>
      <Route path="/">
        <ErrorBoundary key={path}>
          <AxisProvider>
            <NowPage account={account}>
              {account.isLoading ? (
                <Skeleton />
              ) : (
                <AfterPaint>
                  <PeopleStart account={account} />
                </AfterPaint>
              )}
            </NowPage>
          </AxisProvider>
        </ErrorBoundary>
      </Route>
      <Route path="/u/*">
        <Suspense fallback={<ServedView />}>
          <PersonPage key={path} account={account} />
        </Suspense>
      </Route>
      {Object.entries(VIEWS).map(([view, Page]) => (
        <Route key={view} path={view}>
          <View>
            <Page account={account} />
          </View>
        </Route>
      ))}
      <Route>
        <Suspense fallback={<ServedView />}>
          <NotFound />
        </Suspense>
      </Route>
    </Switch>
  )
}

/** A meeting's link is an invitation for everyone but whoever sent it. */
function MeetOrInvitation({ account }: { account: Account }) {
  const selection = readSelection(new URLSearchParams(useSearch()))
  const { userId } = useOwn()
  const { at, by } = selection
  if (at === undefined || by === undefined || (by !== '' && by === userId))
    return <MeetPage account={account} />
  return <InvitationPage account={account} invitation={{ ...selection, at, by }} />
}

/** A view that loads when it is opened, within the page's margins. */
function View({ children }: { children: ReactNode }) {
  return (
    <div className="page py-4 lg:py-6">
      <Suspense fallback={<ServedView />}>
        <AfterPaint>{children}</AfterPaint>
      </Suspense>
    </div>
  )
}

/**
 * Renders a view in steps, once the press that opened it is painted, because a large one takes a while on a slow phone.
 */
function AfterPaint({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : <ServedView />
}
