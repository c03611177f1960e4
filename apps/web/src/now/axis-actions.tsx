import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { AXIS_SLIDER, useAxis } from '../axis/axis.tsx'
import { addressOf, useSelection } from '../selection/use-selection.ts'
import { useText } from '../texts/use-text.tsx'

/** What can be done while the line is at another time. */
export function AxisActions() {
  const t = useText()
  const { time, now } = useAxis()
  const isAhead = useSyncExternalStore(time.subscribe, () => (time.chosen() ?? 0) >= now)
  const [, navigate] = useLocation()
  const { ids, name } = useSelection()

  function backToNow() {
    time.backToNow()
    // The button is about to disappear.
    document.getElementById(AXIS_SLIDER)?.focus({ preventScroll: true })
  }

  function meet() {
    navigate(addressOf('/meet', { ids, name, at: time.chosen() ?? Date.now() }))
  }

  return (
    <>
      <button type="button" className="button button-sky-primary" onClick={backToNow}>
        {t('people.backToNow')}
      </button>
      {isAhead && (
        <button type="button" className="button button-sky" onClick={meet}>
          {t('people.meetThen')}
        </button>
      )}
    </>
  )
}
