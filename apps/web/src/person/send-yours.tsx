import { useEffect, useState } from 'react'
import type { OwnRecord } from '../record/own-record.tsx'
import { addToList, OWN } from '../selection/lists.ts'
import { personAddress, readList } from '../selection/selection.ts'
import { useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** True once the reader has saved a zone on somebody's page, who then is among their people. */
export function useSavedHere(id: string, { state }: OwnRecord): boolean {
  const isSaved = state.step === 'saved' && state.saved.record !== undefined
  // The outcome is gone after a while.
  const [wasSaved, setWasSaved] = useState(isSaved)
  if (isSaved && !wasSaved) setWasSaved(true)
  useEffect(() => {
    if (wasSaved) addToList(OWN, readList([id]))
  }, [wasSaved, id])
  return wasSaved
}

/** For a reader who has saved their zone on a friend's page: sends their own page back. */
export function SendYours({ name, ownId }: { name: string; ownId: string }) {
  const t = useViewText()
  const url = personAddress(ownId)
  // Rejects when the reader closes the sheet, which is not an error.
  const send = () => navigator.share({ url }).catch(() => {})
  const label = t('person.sendYours', { name })
  return (
    <div className="print:hidden">
      {'share' in navigator ? (
        <button type="button" className="button button-primary wrap-anywhere" onClick={send}>
          {label}
        </button>
      ) : (
        <CopyButton text={() => url} look="button-primary">
          {label}
        </CopyButton>
      )}
    </div>
  )
}
