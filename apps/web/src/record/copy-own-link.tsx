import { useTexts } from '../texts/use-texts.tsx'
import { LinkIcon } from '../ui/icons.tsx'
import { Toast } from '../ui/toast.tsx'
import { useCopying } from '../ui/use-copying.ts'

/** Copies the address of a person's own page; where the browser forbids that, shows it to be copied. */
export function CopyOwnLink({ userId }: { userId: string }) {
  const { record, copying } = useTexts()
  const { isCopied, uncopied, copy } = useCopying()
  const address = `${location.origin}/u/${encodeURIComponent(userId)}`

  return (
    <>
      <button type="button" className="button button-sky" onClick={() => copy(address)}>
        <LinkIcon isSmall />
        {record.copyLink}
      </button>
      {isCopied && <Toast>{record.linkCopied}</Toast>}
      {uncopied !== undefined && (
        <Toast>
          <label className="w-full text-sm">
            {copying.copyFailed}
            <input
              className="field mt-1"
              readOnly
              value={uncopied}
              onFocus={(event) => event.target.select()}
            />
          </label>
        </Toast>
      )}
    </>
  )
}
