import { toPathId } from '@timezone-registry/contract'
import { useId } from 'react'
import { useTimes, useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

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

/** A code to paste elsewhere; the formats' names are the same in every language. */
type ShareCode = { format: 'Markdown' | 'HTML' | 'BBCode'; code: string }

type Shared = {
  /** Where the service is reached. */
  origin: string
  userId: string
  /** The text alternative of the picture or the frame. */
  title: string
}

/** The badge, linked to the person's page. */
export function badgeCodes({ origin, userId, title }: Shared): ShareCode[] {
  const { page, badge } = addressesOf(origin, userId)
  return [
    { format: 'Markdown', code: `[![${escapeMarkdown(title)}](${badge})](${page})` },
    { format: 'HTML', code: `<a href="${page}"><img src="${badge}" alt="${escapeHtml(title)}"></a>` },
    { format: 'BBCode', code: `[url=${page}][img]${badge}[/img][/url]` },
  ]
}

/** The running clock. Only HTML has frames. */
export function embedCodes({ origin, userId, title }: Shared): ShareCode[] {
  const { embed } = addressesOf(origin, userId)
  const size = 'width="280" height="150"'
  return [
    {
      format: 'HTML',
      code: `<iframe src="${embed}" title="${escapeHtml(title)}" ${size} style="border:0" loading="lazy"></iframe>`,
    },
  ]
}

function addressesOf(origin: string, userId: string) {
  const id = toPathId(userId)
  return { page: `${origin}/u/${id}`, badge: `${origin}/badge/${id}.svg`, embed: `${origin}/embed/${id}` }
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]!<>&]/g, String.raw`\$&`)
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
