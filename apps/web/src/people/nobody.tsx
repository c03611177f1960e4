import { useText } from '../texts/use-text.tsx'

/** Says what people are for while nobody is listed. */
export function Nobody() {
  const t = useText()
  return (
    <div className="people-empty">
      <h2 className="heading">{t('people.emptyTitle')}</h2>
      <p className="mt-1 text-muted">
        {t('people.empty')} {t('people.keptHere')}
      </p>
    </div>
  )
}
