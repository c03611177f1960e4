import { Dialog } from '@base-ui/react/dialog'
import { type RefObject, Suspense, useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { rememberZone } from './recent-zones.ts'
import { ZonePicker } from './zone-picker.tsx'
import '../texts/en-views.ts'

const ZoneMap = lazyWithRetry(async () => (await import('./zone-map.tsx')).ZoneMap)

type ZoneSheetProps = {
  timezone: string
  onPick: (timezone: string) => void
  onClose: () => void
  /** What has the focus once the sheet is closed. */
  opener: RefObject<HTMLElement | null>
}

/** A sheet in which a zone is picked by name or on the map. */
export function ZoneSheet({ timezone, onPick, onClose, opener }: ZoneSheetProps) {
  const { zone } = useTexts()
  const [isMap, setIsMap] = useState(false)

  function pick(name: string) {
    rememberZone(name)
    onPick(name)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className={`popup sheet zone-sheet ${isMap ? 'zone-sheet-map' : ''}`}
          finalFocus={opener}
        >
          <div className="mb-4 flex items-center gap-2">
            <Dialog.Title className="heading flex-1 max-sm:text-base">{zone.pickHeading}</Dialog.Title>
            <button
              type="button"
              className="button button-plain button-small"
              onClick={() => setIsMap(!isMap)}
            >
              {isMap ? zone.pickByName : zone.pickOnMap}
            </button>
            <Dialog.Close className="icon-button" aria-label={zone.close}>
              <CloseIcon />
            </Dialog.Close>
          </div>
          <ErrorBoundary key={String(isMap)}>
            <Suspense fallback={<Skeleton />}>
              {isMap ? <ZoneMap timezone={timezone} onPick={pick} /> : <ZonePicker onPick={pick} />}
            </Suspense>
          </ErrorBoundary>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
