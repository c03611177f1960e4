import { useTexts } from '../texts/use-texts.tsx'
import type { Account } from './use-account.ts'

/** The signed-in person's name and id. Others need the id to look them up. */
export function OwnProfile({ account: { user } }: { account: Account }) {
  const { profile } = useTexts().accountPage
  if (user === undefined) return null
  const rows = [
    [profile.name, user.username],
    [profile.userId, user.id],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {rows.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
