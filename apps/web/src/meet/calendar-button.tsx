import { useMutation } from '@tanstack/react-query'
import { useViewText } from '../texts/use-text.tsx'
import { CopyButton, SelectedText } from '../ui/copy-button.tsx'
import { CalendarIcon } from './icons.tsx'

// Browsers within other apps; Apple's without a name of their own do not name Safari either. They and installed pages often
// drop downloads without a word.
const IN_APP =
  /\bFBA[NV]\b|Instagram|\bLine[/]|MicroMessenger|Snapchat|TikTok|LinkedInApp|Twitter|; wv\)|\bGSA[/]|AppleWebKit(?!.*Safari[/])/

type CalendarButtonProps = { link: string; look: 'button-primary' | 'button-plain'; isCompact?: boolean }

/**
 * The event of a meeting, by its link: the browser saves it or opens the calendar. Where a browser may do neither, it
 * goes to the share sheet, or else the link is copied.
 */
export function CalendarButton({ link, look, isCompact = false }: CalendarButtonProps) {
  const t = useViewText()
  const isInApp = IN_APP.test(navigator.userAgent)
  const { mutate: share, isError } = useMutation({
    mutationFn: () => shareEvent(link),
    // Chromium says that it can share calendar files, and refuses them. An installed page of it saves them.
    onError: () => isInApp || location.assign(eventOf(link)),
  })
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
      {isInApp && isError && <SelectedText label={t('list.copyLink')} text={link} />}
    </>
  )
}

/** The address of a meeting's event. */
function eventOf(link: string): string {
  return link.replace('/meet?', '/meeting.ics?')
}

/** Shares the file, or else the link. */
async function shareEvent(link: string): Promise<void> {
  const event = await fetch(eventOf(link)).catch(() => undefined)
  const files = event?.ok ? [new File([await event.blob()], 'meeting.ics', { type: 'text/calendar' })] : []
  const isTaken = files.length > 0 && navigator.canShare?.({ files })
  try {
    await navigator.share(isTaken ? { files } : { url: link })
  } catch (error) {
    // The reader has closed the sheet.
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}
