import { useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { LinkIcon } from '../ui/icons.tsx'
import { pageAddress } from './share-codes.ts'

/** Copies the address of this page; where the browser forbids that, shows it. */
export function CopyLink({ id }: { id: string }) {
  const { copying } = useTexts()
  const texts = useTexts().person
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  const address = pageAddress(location.origin, id)
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <button type="button" className="button button-sky" onClick={copy}>
        <LinkIcon isSmall />
        {texts.copyLink}
      </button>
      <span role="status" className="min-w-0 wrap-anywhere">
        {outcome === 'copied' && copying.copied}
        {outcome === 'refused' && `${copying.copyFailed} ${address}`}
      </span>
    </div>
  )
}
