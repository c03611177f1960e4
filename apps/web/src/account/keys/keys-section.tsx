import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { type Ended, EntryList } from '../entry-list.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKey } from './new-key.tsx'
import { useKeys } from './use-keys.ts'

/** The API keys of programs, for an admin: the list, a button that revokes each one, and a form for a new one. */
export function KeysSection() {
  const texts = useTexts().keys
  const [revoked, setRevoked] = useState<Ended>()
  const { keys, error, reload } = useKeys()
  return (
    <EntryList text={texts.text} ended={revoked} query={{ isLoaded: keys !== undefined, error, reload }}>
      {keys?.length === 0 && <p className="mt-2 text-muted">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {keys?.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoked={(name) => setRevoked({ note: texts.revoked(name) })} />
        ))}
      </ul>
      {keys !== undefined && <NewKey />}
    </EntryList>
  )
}
