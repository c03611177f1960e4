import { useText } from '../texts/use-text.tsx'

/**
 * A placeholder for content that is loading. Invisible for the first 150 ms, so that a fast answer does not flicker.
 */
export function Skeleton() {
  const t = useText()
  return (
    <div className="space-y-4 py-4" data-loading>
      <p className="sr-only">{t('record.loading')}</p>
      <div className="skeleton h-5 w-2/5" />
      <div className="skeleton h-5 w-4/5" />
      <div className="skeleton h-5 w-3/5" />
    </div>
  )
}
