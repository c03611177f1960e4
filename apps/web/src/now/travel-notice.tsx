import { describeMinutes } from '@timezone-registry/zones/amounts'
import { useEffect, useRef } from 'react'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, deviceZone, offsetMinutes } from '../clock/zone-time.ts'
import { adviseTraveller, storedTravel, type Travel } from '../record/travel.ts'
import { useViewText } from '../texts/use-text.tsx'
import { useStored } from '../ui/stored.ts'
import { useCityOf } from '../zones/use-city-of.ts'

const FIRST_RETRY_MS = 5000
const LONGEST_WAIT_MS = 5 * 60_000

type TravelNoticeProps = {
  saved: string
  /** True while something is saved. */
  isBusy: boolean
  onSave: (timezone: string) => void
}

/**
 * Asks once what to do when this device's clock differs from the saved zone's, and saves the old zone again on return.
 * Stays rendered while it saves, so that a failed save is repeated with backoff.
 */
export function TravelNotice({ saved, isBusy, onSave }: TravelNoticeProps) {
  const at = useMinute()
  const travel = useStored(storedTravel)
  const home = travel?.home
  const save = useRef(onSave)
  save.current = onSave
  const device = browserZone()
  const isKnown = deviceZone() !== undefined
  const clocks = useServiceClocks()
  const advice = isKnown ? adviseTraveller(travel, { saved, device, at, clocks }) : 'nothing'

  const wait = useRef(0)

  useEffect(() => {
    if (advice !== 'return' || home === undefined || isBusy) return
    const timer = setTimeout(() => save.current(home), wait.current)
    wait.current = Math.min(Math.max(wait.current * 2, FIRST_RETRY_MS), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [advice, home, isBusy])

  function decide(plan: Travel['plan'], isSaved: boolean) {
    storedTravel.change(() => ({ home: saved, away: device, plan }))
    if (isSaved) onSave(device)
  }

  if (advice !== 'ask' || isBusy) return null
  const ahead = (offsetMinutes(device, at, clocks) ?? 0) - (offsetMinutes(saved, at, clocks) ?? 0)
  return <Question places={{ saved, device }} ahead={ahead} onDecide={decide} />
}

type QuestionProps = {
  places: { saved: string; device: string }
  /** Minutes by which the device's clock is ahead of the saved zone's. */
  ahead: number
  onDecide: (plan: Travel['plan'], isSaved: boolean) => void
}

function Question({ places, ahead, onDecide }: QuestionProps) {
  const t = useViewText()
  const cityOf = useCityOf()
  const [device, saved] = [cityOf(places.device), cityOf(places.saved)]
  const amount = describeMinutes(ahead, t)
  return (
    <section
      aria-label={t('travel.heading')}
      className="travel-notice mt-6 max-w-xl border-current/40 border-s-2 ps-4 print:hidden"
    >
      <p>
        {ahead > 0
          ? t('travel.ahead', { device, amount, saved })
          : t('travel.behind', { device, amount, saved })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="button button-sky-primary" onClick={() => onDecide('keep', true)}>
          {t('travel.update', { device })}
        </button>
        <button type="button" className="button button-sky" onClick={() => onDecide('keep', false)}>
          {t('change.keepZone', { saved })}
        </button>
        <button type="button" className="button button-sky" onClick={() => onDecide('return', true)}>
          {t('travel.untilReturn', { device })}
        </button>
      </div>
    </section>
  )
}
