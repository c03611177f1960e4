import { useMutation } from '@tanstack/react-query'
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
  const { meet: texts, failure } = useTexts()
  const { mutate, isError } = useMutation({
    mutationFn: async () => {
      const { createCalendarFile } = await loadWithRetry(() => import('./calendar-file.ts'))
      const meeting = { at, minutes, title, description: description(), url }
      saveFile(createCalendarFile(meeting), { name: FILE_NAME, type: 'text/calendar;charset=utf-8' })
    },
  })
  return (
    <>
      <button type="button" className="button button-plain" onClick={() => mutate()}>
        {texts.addToCalendar}
      </button>
      {isError && (
        <p role="alert" className="text-danger text-sm">
          {failure.noAnswer}
        </p>
      )}
    </>
  )
}
