import { Component, type ComponentType, type ReactNode, use } from 'react'
import type { Text } from '../texts/load-texts.ts'
import { useText } from '../texts/use-text.tsx'
import { ChunkFailed, loadWithRetry } from './load-with-retry.ts'

/** A component in a chunk of its own. If that cannot be loaded, or fails, it says so in its place. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<ComponentType<Props>> | undefined
  function Part(props: Props) {
    loading ??= loadWithRetry(load)
    const Loaded = use(loading)
    return <Loaded {...props} />
  }
  return (props: Props) => (
    <ErrorBoundary>
      <Part {...props} />
    </ErrorBoundary>
  )
}

/** A part without which the rest is of use: nothing, if it cannot be loaded. */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart(() => loadWithRetry(load).catch((): ComponentType<Props> => () => null))
}

/** Keeps a failure inside its part of the page and offers to reload. React has no hook for this. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <LoadFailure error={error} />
  }
}

/** Says that a part of the page failed, as after a new build has replaced it, and offers to reload. */
export function LoadFailure({ error }: { error: unknown }) {
  const t = useText()
  return (
    <div className="card" role="alert">
      <p className="font-semibold">{describe(error, t)}</p>
      <p className="mt-1 text-muted">{t('failure.newVersionText')}</p>
      <button type="button" className="button button-primary mt-4" onClick={() => location.reload()}>
        {t('failure.reload')}
      </button>
    </div>
  )
}

function describe(error: unknown, t: Text): string {
  if (!navigator.onLine) return t('failure.noAnswer')
  return error instanceof ChunkFailed ? t('failure.newVersion') : t('failure.broken')
}
