import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useTexts } from '../texts/use-texts.tsx'

/** A question, and what to do if the answer is yes. */
export type Question = { title: string; text: string; action: string; isDangerous: boolean; run: () => void }

type ConfirmDialogProps = { question: Question; onClose: () => void }

/** Asks for confirmation before something is deleted or replaced. */
export function ConfirmDialog({ question, onClose }: ConfirmDialogProps) {
  const texts = useTexts()
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="heading">{question.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 wrap-anywhere">{question.text}</AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <AlertDialog.Close className="button button-plain">{texts.record.cancel}</AlertDialog.Close>
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
