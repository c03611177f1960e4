import { lazy, Suspense, useState } from 'react'
import { describeOffset } from '../clock/amounts.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { browserZone, cityOf, formatOffset, offsetMinutes, readable } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'

// Each is heavier than the page itself, and most people need neither.
const ZonePicker = lazy(async () => ({ default: (await import('./zone-picker.tsx')).ZonePicker }))
const WorldMap = lazy(async () => ({ default: (await import('./world-map.tsx')).WorldMap }))

type ZoneChooserProps = {
  timezone: string
  onChoose: (timezone: string) => void
  error: string | undefined
}

/** The zone that is chosen, at first the browser's own, with its clock; and the ways to choose another. */
export function ZoneChooser({ timezone, onChoose, error }: ZoneChooserProps) {
  const texts = useTexts()
  const now = useMinute()
  const [open, setOpen] = useState<'picker' | 'map'>()
  const offset = offsetMinutes(timezone, now)
  const isDetected = timezone === browserZone()

  function choose(name: string) {
    setOpen(undefined)
    onChoose(name)
  }

  return (
    <div>
      <p className="text-muted">{isDetected ? texts.zone.detected : texts.zone.chosen}</p>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-bold text-3xl tracking-tight wrap-anywhere" data-testid="chosen-zone">
          {cityOf(timezone)}
        </p>
        <ClockText timezone={timezone} className="font-bold text-3xl" />
      </div>
      <p className="text-muted">
        {readable(timezone)} ·{' '}
        {offset === undefined
          ? texts.zone.unknownHere
          : `${formatOffset(offset)} (${describeOffset(offset, texts)})`}
      </p>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-danger">
          {error}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          className="button button-plain button-small"
          aria-expanded={open === 'picker'}
          onClick={() => setOpen(open === 'picker' ? undefined : 'picker')}
        >
          {texts.zone.pick}
        </button>
        <button
          type="button"
          className="button button-plain button-small"
          aria-expanded={open === 'map'}
          onClick={() => setOpen(open === 'map' ? undefined : 'map')}
        >
          {open === 'map' ? texts.zone.closeMap : texts.zone.pickOnMap}
        </button>
        {!isDetected && (
          <button
            type="button"
            className="button button-plain button-small"
            onClick={() => choose(browserZone())}
          >
            {texts.zone.useDetected(cityOf(browserZone()))}
          </button>
        )}
      </div>
      {open !== undefined && (
        <div className="mt-4 min-h-96">
          <Suspense fallback={<p className="text-muted">{texts.zone.loading}</p>}>
            {open === 'picker' ? (
              <ZonePicker onPick={choose} />
            ) : (
              <WorldMap timezone={timezone} onPick={choose} />
            )}
          </Suspense>
        </div>
      )}
    </div>
  )
}
