import { toPathId } from '@timezone-registry/contract'
import { useId } from 'react'
import { useTimes, useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { badgeCodes, embedCodes, type ShareCode } from './share-codes.ts'

/** The badge and the clock as others see them, and the codes to paste elsewhere. */
export function SharePerson({ id, name }: { id: string; name: string }) {
  const t = useViewText()
  const headingId = useId()
  const { origin } = location
  const { isTwelve } = useTimes()
  const badge = badgeCodes({ origin, userId: id, title: t('person.share.badgeAlt', { name }) })
  const embed = embedCodes({ origin, userId: id, title: t('person.share.badgeAlt', { name }) })
  return (
    <section className="section space-y-6" aria-labelledby={headingId}>
      <div className="max-w-prose">
        <h2 id={headingId} className="heading">
          {t('person.share.heading')}
        </h2>
        <p className="text-muted">{t('person.share.text')}</p>
      </div>
      <div className="space-y-3">
        <h3 className="font-medium">{t('person.share.badge')}</h3>
        <img
          src={`/badge/${toPathId(id)}.svg?clock=${isTwelve ? 12 : 24}`}
          alt={t('person.share.badgeAlt', { name })}
          height="20"
          className="h-5 max-w-full"
        />
        <Codes codes={badge} />
      </div>
      <div className="space-y-3">
        <h3 className="font-medium">{t('person.share.embed')}</h3>
        <iframe
          src={`/embed/${toPathId(id)}`}
          title={t('person.share.badgeAlt', { name })}
          width="280"
          height="150"
          className="max-w-full rounded-lg border-0"
          loading="lazy"
        />
        <Codes codes={embed} />
      </div>
    </section>
  )
}

function Codes({ codes }: { codes: readonly ShareCode[] }) {
  const t = useViewText()
  return (
    <div className="flex flex-wrap gap-2">
      {codes.map(({ format, code }) => (
        <CopyButton key={format} text={() => code}>
          {t('meet.copyFormat', { format })}
        </CopyButton>
      ))}
    </div>
  )
}
