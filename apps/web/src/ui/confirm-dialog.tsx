import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { useText } from '../texts/use-text.tsx'

/** A question, and what to do if the answer is yes. */
export type Question = {
  title: string
  text: string
  action: string
  isDangerous: boolean
  run: () => void
  /** The other answer, if it does more than cancel. Escape chooses neither. */
  decline?: { label: string; run: () => void }
}

type ConfirmDialogProps = {
  question: Question
  onClose: () => void
  /** The id of the element that has the focus afterwards if what had it before is gone. */
  returnTo?: string
}

/** Asks for confirmation before something is deleted or replaced. */
export function ConfirmDialog({ question, onClose, returnTo = '' }: ConfirmDialogProps) {
  const t = useText()
  const [before] = useState(() => document.activeElement)
  const finalFocus = () => {
    const isThere = before !== document.body && before?.isConnected === true
    return isThere || document.getElementById(returnTo)
  }
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog" finalFocus={finalFocus}>
          <AlertDialog.Title className="heading wrap-anywhere">{question.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 wrap-anywhere">{question.text}</AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <AlertDialog.Close className="button button-plain" onClick={question.decline?.run}>
              {question.decline?.label ?? t('record.cancel')}
            </AlertDialog.Close>
            <AlertDialog.Close
              className={`button ${question.isDangerous ? 'button-danger' : 'button-primary'}`}
              onClick={question.run}
            >
              {question.action}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
