import { useState } from 'react'
import { useLanguage, useViewText } from '../texts/use-text.tsx'
import { CopyButton, offerToShare, SelectedText } from '../ui/copy-button.tsx'
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
  const [isRefused, setIsRefused] = useState(false)
  const event = `${link.replace('/meet?', '/meeting.ics?')}&language=${useLanguage()}`
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
  async function share() {
    if (await shareEvent(event, link)) return
    // Chromium says that it can share calendar files, and refuses them. An installed page of it saves them.
    if (isInApp) setIsRefused(true)
    else location.assign(event)
  }
  return (
    <>
      <a
        className={`button ${look}`}
        href={event}
        onClick={(click) => {
          if (!isShared) return
          click.preventDefault()
          share()
        }}
      >
        {label}
      </a>
      {isRefused && <SelectedText label={t('list.copyLink')} text={link} />}
    </>
  )
}

/** Shares the file, or else the link. Resolves to false if the browser refuses. */
async function shareEvent(event: string, link: string): Promise<boolean> {
  const file = await fetch(event)
    .then((answer) => (answer.ok ? answer.blob() : undefined))
    .catch(() => undefined)
  const files = file ? [new File([file], 'meeting.ics', { type: 'text/calendar' })] : []
  return offerToShare(files.length > 0 && navigator.canShare?.({ files }) ? { files } : { url: link })
}
