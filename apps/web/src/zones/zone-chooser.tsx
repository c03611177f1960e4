import { type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { describeOffset } from '../clock/amounts.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { usePageSky } from '../clock/use-page-sky.ts'
import { browserZone, cityOf, offsetMinutes, readable } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'

// Each weighs as much as the rest of the page, and most people need neither.
const ZonePicker = lazyWithRetry(async () => (await import('./zone-picker.tsx')).ZonePicker)
const WorldMap = lazyWithRetry(async () => (await import('./world-map.tsx')).WorldMap)

type ZoneChooserProps = {
  timezone: string
  onChoose: (timezone: string) => void
  error: string | undefined
}

/** The chosen zone with its clock, and the ways to choose another. Starts with the browser's own. */
export function ZoneChooser({ timezone, onChoose, error }: ZoneChooserProps) {
  const texts = useTexts()
  const [open, setOpen] = useState<'picker' | 'map'>()
  const picker = useRef<HTMLButtonElement>(null)

  function choose(name: string) {
    setOpen(undefined)
    onChoose(name)
    // What was clicked is gone: without this, the focus would go back to the top of the page.
    picker.current?.focus()
  }

  return (
    <div>
      <ChosenZone timezone={timezone} />
      {error !== undefined && (
        <p id="zone-error" className="mt-1 text-danger">
          {error}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <PanelButton
          buttonRef={picker}
          label={texts.zone.pick}
          isOpen={open === 'picker'}
          isInvalid={error !== undefined}
          onToggle={(isOpen) => setOpen(isOpen ? 'picker' : undefined)}
        />
        <PanelButton
          label={open === 'map' ? texts.zone.closeMap : texts.zone.pickOnMap}
          isOpen={open === 'map'}
          onToggle={(isOpen) => setOpen(isOpen ? 'map' : undefined)}
        />
        {timezone !== browserZone() && <BackToDetected onChoose={choose} />}
      </div>
      {open !== undefined && <Panel key={open} open={open} timezone={timezone} onPick={choose} />}
    </div>
  )
}

type PanelButtonProps = {
  buttonRef?: Ref<HTMLButtonElement>
  label: string
  isOpen: boolean
  isInvalid?: boolean
  onToggle: (isOpen: boolean) => void
}

function PanelButton({ buttonRef, label, isOpen, isInvalid = false, onToggle }: PanelButtonProps) {
  return (
    <button
      ref={buttonRef}
      type="button"
      className="button button-plain button-small"
      aria-expanded={isOpen}
      aria-describedby={isInvalid ? 'zone-error' : undefined}
      data-invalid={isInvalid}
      onClick={() => onToggle(!isOpen)}
    >
      {label}
    </button>
  )
}

function BackToDetected({ onChoose }: { onChoose: (timezone: string) => void }) {
  const { zone } = useTexts()
  const own = browserZone()
  return (
    <button type="button" className="button button-plain button-small" onClick={() => onChoose(own)}>
      {zone.useDetected(cityOf(own))}
    </button>
  )
}

/** The zone under its own sky: the colour is that of the hour there. */
function ChosenZone({ timezone }: { timezone: string }) {
  const texts = useTexts()
  const now = useMinute()
  const offset = offsetMinutes(timezone, now)
  usePageSky(timezone)
  return (
    <div className="hero rounded-2xl p-5 sm:p-7">
      <p>{timezone === browserZone() ? texts.zone.detected : texts.zone.chosen}</p>
      <p className="font-semibold text-xl tracking-tight wrap-anywhere" data-testid="chosen-zone">
        {cityOf(timezone)}
      </p>
      <ClockText timezone={timezone} className="hero-clock" />
      <p className="wrap-anywhere">
        {/* UTC is its own city. */}
        {[readable(timezone), offset === undefined ? texts.zone.unknownHere : describeOffset(offset, texts)]
          .filter((detail) => detail !== cityOf(timezone))
          .join(' · ')}
      </p>
    </div>
  )
}

type PanelProps = { open: 'picker' | 'map'; timezone: string; onPick: (timezone: string) => void }

function Panel({ open, timezone, onPick }: PanelProps) {
  const texts = useTexts()
  const panel = useRef<HTMLDivElement>(null)
  // On a phone it would otherwise open below the screen's edge.
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a clean-up function.
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={panel} className="mt-4 min-h-96">
      <ErrorBoundary>
        <Suspense fallback={<p className="text-muted">{texts.zone.loading}</p>}>
          {open === 'picker' ? (
            <ZonePicker onPick={onPick} />
          ) : (
            <WorldMap timezone={timezone} onPick={onPick} />
          )}
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}
