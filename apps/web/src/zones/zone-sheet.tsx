import { Dialog } from '@base-ui/react/dialog'
import { type RefObject, Suspense } from 'react'
import { useText } from '../texts/use-text.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { rememberZone } from './recent-zones.ts'
import { ZonePicker } from './zone-picker.tsx'

type ZoneSheetProps = {
  onPick: (timezone: string) => void
  onClose: () => void
  /** What has the focus once the sheet is closed. */
  opener: RefObject<HTMLElement | null>
}

/** A sheet in which a zone is picked. */
export function ZoneSheet({ onPick, onClose, opener }: ZoneSheetProps) {
  const t = useText()

  function pick(name: string) {
    rememberZone(name)
    onPick(name)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="popup sheet zone-sheet" finalFocus={opener}>
          <div className="mb-4 flex items-center gap-2">
            <Dialog.Title className="heading flex-1 max-sm:text-base">{t('zone.pickHeading')}</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label={t('zone.close')}>
              <CloseIcon />
            </Dialog.Close>
          </div>
          <ErrorBoundary>
            {/* Names in another language are loaded when it is chosen. */}
            <Suspense fallback={<Skeleton />}>
              <ZonePicker onPick={pick} />
            </Suspense>
          </ErrorBoundary>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
