import { describeMinutes } from '@timezone-registry/zones/amounts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, deviceZone, offsetMinutes } from '../clock/zone-time.ts'
import { isUndecided, keepHome, storedTravel } from '../record/travel.ts'
import { useCityOf, useViewText } from '../texts/use-text.tsx'
import { useStored } from '../ui/stored.ts'

type TravelNoticeProps = {
  saved: string
  /** True while something is saved. */
  isBusy: boolean
  onSave: (timezone: string) => void
}

/** Asks once what to do when this device's clock differs from the saved zone's. */
export function TravelNotice({ saved, isBusy, onSave }: TravelNoticeProps) {
  const t = useViewText()
  const cityOf = useCityOf()
  const at = useMinute()
  const clocks = useServiceClocks()
  const travel = useStored(storedTravel)
  const device = browserZone()
  if (isBusy || deviceZone() === undefined || !isUndecided(travel, { saved, device, at, clocks })) return null
  const ahead = (offsetMinutes(device, at, clocks) ?? 0) - (offsetMinutes(saved, at, clocks) ?? 0)
  const values = { device: cityOf(device), saved: cityOf(saved), amount: describeMinutes(ahead, t) }
  return (
    <section
      aria-label={t('travel.heading')}
      className="travel-notice mt-6 max-w-xl border-current/40 border-s-2 ps-4 print:hidden"
    >
      <p>{t(ahead > 0 ? 'travel.ahead' : 'travel.behind', values)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="button button-sky-primary" onClick={() => onSave(device)}>
          {t('travel.update', values)}
        </button>
        <button type="button" className="button button-sky" onClick={() => keepHome(saved)}>
          {t('change.keepZone', values)}
        </button>
      </div>
    </section>
  )
}
