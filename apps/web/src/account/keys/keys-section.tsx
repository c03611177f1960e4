import { useState } from 'react'

import { type Ended, EntryList } from '../entry-list.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKey } from './new-key.tsx'
import { useKeys } from './use-keys.ts'

/** The API keys of programs, for an admin: the list, a button that revokes each one, and a form for a new one. */
export function KeysSection() {
  const [revoked, setRevoked] = useState<Ended>()
  const { keys, error, reload } = useKeys()
  return (
    <EntryList
      text="Programs send a key to read and write records. Anyone who has a key can do what it allows."
      ended={revoked}
      query={{ isLoaded: keys !== undefined, error, reload }}
    >
      {keys?.length === 0 && <p className="mt-2 text-muted">There are no keys yet.</p>}
      <ul className="divide-y divide-line">
        {keys?.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoked={(name) => setRevoked({ note: `Revoked: ${name}.` })} />
        ))}
      </ul>
      {keys !== undefined && <NewKey />}
    </EntryList>
  )
}
