import { useViewText } from '../texts/use-text.tsx'
import { Menu } from '../ui/menu.tsx'
import { ChevronIcon } from './icons.tsx'
import { MeetingActions, MoreFormats } from './meeting-actions.tsx'
import { TimesList } from './times-list.tsx'
import { useFitTexts } from './use-fit-texts.ts'
import type { Meeting } from './use-meeting.ts'

/** The moment chosen in everybody's time, and ways to share it unless it has passed. */
export function ResultCard({ meeting }: { meeting: Meeting }) {
  const t = useViewText()
  return (
    <div className="mt-4 rounded-2xl border border-line bg-raised p-5">
      <TimesList meeting={meeting} />
      <div className="not-empty:mt-3">
        <FitNote meeting={meeting} />
      </div>
      {meeting.moment >= meeting.now && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 print:hidden">
          <MeetingActions meeting={meeting} />
          <Menu
            className="quiet-button"
            isAbove
            label={
              <>
                {t('meet.formats')}
                <ChevronIcon />
              </>
            }
          >
            {() => <MoreFormats meeting={meeting} />}
          </Menu>
        </div>
      )}
    </div>
  )
}

/** Whom the moment suits, or that it has passed. */
export function FitNote({ meeting }: { meeting: Meeting }) {
  const t = useViewText()
  const describe = useFitTexts(meeting)
  const { fit, moment, now, isLoading } = meeting
  if (moment < now) return <p className="text-danger">{t('meet.past')}</p>
  if (isLoading) return null
  const costs = describe.costs(fit)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className={describe.isForAll(fit) ? 'time-fit time-fit-all' : 'time-fit'}>
        {describe.fit(fit)}
      </span>
      {costs !== '' && <span className="block text-sm text-soft first-letter:uppercase">{costs}</span>}
    </p>
  )
}
