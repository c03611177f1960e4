import { Component, type ReactNode } from 'react'
import type { Texts } from '../texts/en-views.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { ChunkFailed } from './lazy-with-retry.ts'

type ErrorBoundaryProps = { children: ReactNode; error?: unknown }

/**
 * Keeps a failure inside its part of the page and offers to reload. `error` is a failure from before rendering. React
 * has no hook for this.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: this.props.error }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <Broken error={error} />
  }
}

function Broken({ error }: { error: unknown }) {
  const { failure } = useTexts()
  return (
    <div className="card" role="alert">
      <p className="font-semibold">{describe(error, failure)}</p>
      <p className="mt-1 text-muted">{failure.newVersionText}</p>
      <button type="button" className="button button-primary mt-4" onClick={() => location.reload()}>
        {failure.reload}
      </button>
    </div>
  )
}

function describe(error: unknown, failure: Texts['failure']): string {
  if (!navigator.onLine) return failure.noAnswer
  return error instanceof ChunkFailed ? failure.newVersion : failure.broken
}
