import { useRef, useState } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useAccountFailure } from '../use-account-failure.ts'
import { KeyRow } from './key-row.tsx'
import { NewKey } from './new-key.tsx'
import { useKeys } from './use-keys.ts'

/** The API keys of programs, for an admin: the list, a button that revokes each one, and a form for a new one. */
export function KeysSection() {
  const texts = useTexts().keys
  const heading = useRef<HTMLHeadingElement>(null)
  const [revoked, setRevoked] = useState<string>()
  const { keys, error, reload } = useKeys()
  const failure = useAccountFailure(keys === undefined ? error : null)

  function showRevoked(name: string) {
    setRevoked(name)
    heading.current?.focus()
  }

  return (
    <section aria-labelledby="keys-heading">
      <h3 ref={heading} id="keys-heading" tabIndex={-1} className="font-semibold outline-none">
        {texts.heading}
      </h3>
      <p className="max-w-prose text-muted">{texts.text}</p>
      <p role="status" className="text-sm text-success">
        {revoked !== undefined && texts.revoked(revoked)}
      </p>
      {failure && (
        <div className="mt-3">
          <FailureNote failure={failure} onRetry={reload} />
        </div>
      )}
      {keys === undefined && failure === undefined && <p className="text-muted">{texts.loading}</p>}
      {keys?.length === 0 && <p className="mt-2 text-muted">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {keys?.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoked={showRevoked} />
        ))}
      </ul>
      {keys !== undefined && <NewKey />}
    </section>
  )
}
