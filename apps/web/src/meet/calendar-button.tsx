import { useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { loadWithRetry } from '../ui/lazy-with-retry.ts'
import { saveFile } from '../ui/save-file.ts'

const FILE_NAME = 'meeting.ics'

type CalendarButtonProps = {
  at: number
  minutes: number
  title: string
  description: () => string
  url: string
}

/** Downloads the meeting for a calendar. The code that writes the file is loaded on first use. */
export function CalendarButton({ at, minutes, title, description, url }: CalendarButtonProps) {
  const texts = useTexts().meet
  const { failure } = useTexts()
  const [hasFailed, setHasFailed] = useState(false)

  async function download() {
    try {
      const { createCalendarFile } = await loadWithRetry(() => import('./calendar-file.ts'))
      const meeting = { at, minutes, title, description: description(), url }
      saveFile(createCalendarFile(meeting), { name: FILE_NAME, type: 'text/calendar;charset=utf-8' })
      setHasFailed(false)
    } catch {
      setHasFailed(true)
    }
  }

  return (
    <>
      <button type="button" className="button button-plain" onClick={download}>
        {texts.addToCalendar}
      </button>
      {hasFailed && (
        <p role="alert" className="text-danger text-sm">
          {failure.noAnswer}
        </p>
      )}
    </>
  )
}
