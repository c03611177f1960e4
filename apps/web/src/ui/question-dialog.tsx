import { useId } from 'react'
import { useText } from '../texts/use-text.tsx'
import { Modal } from './sheet.tsx'

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

type QuestionDialogProps = {
  /** Undefined while nothing is asked. */
  question: Question | undefined
  onClose: () => void
  /** The id of the element that has the focus afterwards if what had it before is gone. */
  returnTo?: string | undefined
}

/** Asks for confirmation before something is deleted or replaced. */
export function QuestionDialog({ question, onClose, returnTo }: QuestionDialogProps) {
  const t = useText()
  const id = useId()
  if (question === undefined) return null
  const { title, text, action, isDangerous, run, decline } = question
  return (
    <Modal
      className="popup dialog"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      returnTo={returnTo}
    >
      <h2 id={id} className="heading wrap-anywhere">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-2 wrap-anywhere">
        {text}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <button type="button" className="button button-plain" onClick={() => [decline?.run(), onClose()]}>
          {decline?.label ?? t('record.cancel')}
        </button>
        <button
          type="button"
          className={`button ${isDangerous ? 'button-danger' : 'button-primary'}`}
          onClick={() => [run(), onClose()]}
        >
          {action}
        </button>
      </div>
    </Modal>
  )
}
