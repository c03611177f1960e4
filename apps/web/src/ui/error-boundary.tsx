import { Component, type ReactNode } from 'react'
import type { Text } from '../texts/load-texts.ts'
import { useText } from '../texts/use-text.tsx'
import { ChunkFailed } from './lazy-with-retry.ts'

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
