import { useMutation } from '@tanstack/react-query'
import { useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { LoadFailure } from '../ui/error-boundary.tsx'
import { CalendarIcon } from './icons.tsx'

// Browsers within other apps. They and installed pages often drop downloads without a word.
const IN_APP =
  /\bFBA[NV]\b|Instagram|\bLine[/]|MicroMessenger|Snapchat|TikTok|LinkedInApp|Twitter|; wv\)|\bGSA[/]/

type CalendarButtonProps = { link: string; look: 'button-primary' | 'button-plain'; isCompact?: boolean }

/**
 * The event of a meeting, by its link: the browser saves it or opens the calendar. Where a browser may do neither, it
 * goes to the share sheet, or else the link is copied.
 */
export function CalendarButton({ link, look, isCompact = false }: CalendarButtonProps) {
  const t = useViewText()
  const { mutate: share, error } = useMutation({ mutationFn: () => shareEvent(link) })
  const isInApp = IN_APP.test(navigator.userAgent)
  const canShare = 'share' in navigator
  const label = (
    <>
      <CalendarIcon isSmall />
      <span className={isCompact ? 'sr-only' : undefined}>{t('meeting.addToCalendar')}</span>
    </>
  )
  if (isInApp && !canShare)
    return (
      <CopyButton text={() => link} look={look}>
        {label}
      </CopyButton>
    )
  const isShared = canShare && (isInApp || matchMedia('(display-mode: standalone)').matches)
  return (
    <>
      <a
        className={`button ${look}`}
        href={eventOf(link)}
        onClick={(event) => {
          if (!isShared) return
          event.preventDefault()
          share()
        }}
      >
        {label}
      </a>
      {error && <LoadFailure error={error} />}
    </>
  )
}

/** The address of a meeting's event. */
function eventOf(link: string): string {
  return link.replace('/meet?', '/meeting.ics?')
}

/** Shares the file, or else the link. */
async function shareEvent(link: string): Promise<void> {
  const body = await (await fetch(eventOf(link))).blob()
  const files = [new File([body], 'meeting.ics', { type: 'text/calendar' })]
  try {
    await navigator.share(navigator.canShare?.({ files }) ? { files } : { url: link })
  } catch (error) {
    // The reader has closed the sheet.
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}
