import { toPathId } from '@timezone-registry/contract'

/** A code to paste elsewhere; the formats' names are the same in every language. */
export type ShareCode = { format: 'Markdown' | 'HTML' | 'BBCode'; code: string }

export type Shared = {
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
