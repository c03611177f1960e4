import { useOwnClock } from '../../clock/use-own-clock.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { describeFailure } from '../../ui/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { EntryList } from '../entry-list.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { useAdminTexts } from './admin-texts.ts'
import { type AuditedAction, useAudit } from './use-audit.ts'

const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'medium' } as const
const MAX_NAMED = 3

/** What was done lately, for an admin: when, what, whom it was about, by whom and, if it failed, that it did. */
export function AuditSection() {
  const { audit: texts } = useAdminTexts()
  const words = useTexts()
  const audit = useAudit()
  const write = useOwnClock(DATE_AND_TIME)
  const { since, actions } = audit
  const isLoaded = actions !== undefined
  return (
    <EntryList
      {...(isLoaded && { text: since ? texts.since(write(since)) : texts.off })}
      ended={undefined}
      query={{ isLoaded, error: audit.error, reload: audit.reload }}
    >
      {/* Also where an older answer is shown. */}
      <FailureNote
        className="mt-3"
        failure={isLoaded ? describeFailure(audit.error, words) : undefined}
        onRetry={audit.reload}
      />
      {since && actions?.length === 0 && <p className="mt-2 text-muted">{texts.none}</p>}
      <ol className="divide-y divide-line">
        {actions?.map((action) => (
          <ActionRow key={action.id} action={action} />
        ))}
      </ol>
      {since && <Pages audit={audit} />}
    </EntryList>
  )
}

function ActionRow({ action: { at, caller, action, outcome, ...about } }: { action: AuditedAction }) {
  const { audit: texts } = useAdminTexts()
  const { visibility: words } = useTexts()
  const write = useOwnClock(DATE_AND_TIME)
  const { actions, outcomes } = texts
  // A newer service may know others.
  const name = isKeyOf(actions, action) ? actions[action] : action
  const level = about.visibility && words.levels[about.visibility].name
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
        <span className="font-medium">{name}</span>
        {level !== undefined && <span className="badge">{level}</span>}
        <About about={about} />
        {isKeyOf(outcomes, outcome) && <span className="badge">{outcomes[outcome]}</span>}
      </p>
      <p className="text-muted text-sm wrap-anywhere">
        <time dateTime={at}>{write(at)}</time> · <Caller caller={caller} />
      </p>
    </li>
  )
}

/** The users or the key that an action was about. */
function About({ about: { user_ids, key_id } }: { about: Pick<AuditedAction, 'user_ids' | 'key_id'> }) {
  const { meet } = useTexts()
  const keyName = useKeyName()
  if (key_id !== undefined) return <bdi>{keyName(key_id)}</bdi>
  return (
    <>
      {user_ids.slice(0, MAX_NAMED).map((id) => (
        <bdi key={id}>{id}</bdi>
      ))}
      {user_ids.length > MAX_NAMED && <span>{meet.others(user_ids.length - MAX_NAMED)}</span>}
    </>
  )
}

function Caller({ caller: { kind, id } }: Pick<AuditedAction, 'caller'>) {
  const { audit: texts } = useAdminTexts()
  const keyName = useKeyName()
  if (id === undefined) return <span>{texts.by(texts.anyone)}</span>
  return <bdi>{texts.by(kind === 'key' ? texts.key(keyName(Number(id))) : id)}</bdi>
}

/** The name of a key that is still valid, otherwise its number. */
function useKeyName(): (id: number) => string {
  const { keys } = useKeys()
  return (id) => keys?.find((key) => key.id === id)?.name ?? String(id)
}

function Pages({ audit }: { audit: ReturnType<typeof useAudit> }) {
  const { audit: texts } = useAdminTexts()
  const pages = [
    { label: texts.refresh, go: audit.reload },
    { label: texts.newer, go: audit.toNewer },
    { label: texts.older, go: audit.toOlder },
  ]
  return (
    <div className="mt-2 flex flex-wrap gap-2 print:hidden">
      {pages.map(({ label, go }, index) => (
        <button
          key={label}
          type="button"
          className={`button button-plain button-small ${index === 1 ? 'ms-auto' : ''}`}
          aria-disabled={go === undefined || audit.isFetching}
          onClick={() => !audit.isFetching && go?.()}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function isKeyOf<Names extends object>(names: Names, key: PropertyKey): key is keyof Names {
  return Object.hasOwn(names, key)
}
