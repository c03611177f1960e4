import { useEffect, useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { LinkIcon } from '../ui/icons.tsx'
import { Toast } from '../ui/toast.tsx'

const NOTE_MS = 4000

/** Copies the address of a person's own page; where the browser forbids that, shows it to be copied. */
export function CopyOwnLink({ userId }: { userId: string }) {
  const { record, copying } = useTexts()
  const [outcome, setOutcome] = useState<'copied' | 'forbidden'>()
  const address = `${location.origin}/u/${encodeURIComponent(userId)}`

  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), NOTE_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setOutcome('copied')
    } catch {
      setOutcome('forbidden')
    }
  }

  return (
    <>
      <button type="button" className="button button-sky" onClick={copy}>
        <LinkIcon isSmall />
        {record.copyLink}
      </button>
      {outcome === 'copied' && <Toast>{record.linkCopied}</Toast>}
      {outcome === 'forbidden' && (
        <Toast>
          <label className="w-full text-sm">
            {copying.copyFailed}
            <input
              className="field mt-1"
              readOnly
              value={address}
              onFocus={(event) => event.target.select()}
            />
          </label>
        </Toast>
      )}
    </>
  )
}
