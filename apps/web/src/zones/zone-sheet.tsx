import { useText } from '../texts/use-text.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { rememberZone } from './recent-zones.ts'
import { ZonePicker } from './zone-picker.tsx'

type ZoneSheetProps = {
  onPick: (timezone: string) => void
  onClose: () => void
  /** The id of what has the focus once the sheet is closed. */
  returnTo: string
}

/** A sheet in which a zone is picked. */
export function ZoneSheet({ onPick, ...props }: ZoneSheetProps) {
  const t = useText()

  function pick(name: string) {
    rememberZone(name)
    onPick(name)
  }

  return (
    <Sheet {...props} className="zone-sheet" title={t('zone.pickHeading')}>
      <ZonePicker onPick={pick} />
    </Sheet>
  )
}
