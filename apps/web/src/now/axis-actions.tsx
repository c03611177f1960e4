import { useLocation } from 'wouter'
import { AXIS_SLIDER, useAxis } from '../axis/axis.tsx'
import { addressOf, useSelection } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'

/** What can be done while the line is at another time. */
export function AxisActions() {
  const texts = useTexts().people
  const { time } = useAxis()
  const [, navigate] = useLocation()
  const { ids, name } = useSelection()

  function backToNow() {
    time.backToNow()
    // The button is about to disappear.
    document.getElementById(AXIS_SLIDER)?.focus({ preventScroll: true })
  }

  function meet() {
    const at = Temporal.Instant.fromEpochMilliseconds(time.chosen() ?? Date.now())
    navigate(addressOf('/meet', { ids, name, at }))
  }

  return (
    <>
      <button type="button" className="button button-sky-primary" onClick={backToNow}>
        {texts.backToNow}
      </button>
      <button type="button" className="button button-sky" onClick={meet}>
        {texts.meetThen}
      </button>
    </>
  )
}
