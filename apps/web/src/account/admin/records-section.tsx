import { type SubmitEvent, useId, useState } from 'react'
import { useOwnClock } from '../../clock/use-own-clock.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import type { Question } from '../../ui/confirm-dialog.tsx'
import { describeFailure } from '../../ui/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import { useUndo } from '../../ui/use-undo.tsx'
import { usePlaceOf } from '../../zones/use-place-of.ts'
import { type Ended, Entry, EntryList } from '../entry-list.tsx'
import { PANE_HEADING } from '../pane-heading.ts'
import type { Visibility } from '../use-visibility.ts'
import { useAdminTexts } from './admin-texts.ts'
import { type AnyRecord, useAnyRecord, useFoundRecords, useRecordChanges } from './use-records.ts'

// The search has its own place for that.
const ALWAYS_THERE = { isLoaded: true, error: null, reload: () => {} }
const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

/** Every record, for an admin: a search, and buttons that hide and erase what it finds. */
export function RecordsSection() {
  const { records: texts } = useAdminTexts()
  const [wanted, setWanted] = useState('')
  const [erased, setErased] = useState<Ended>()
  const found = useFoundRecords(wanted)
  return (
    <EntryList text={texts.text} ended={erased} query={ALWAYS_THERE}>
      <SearchForm
        onSearch={(text) => {
          setErased(undefined)
          setWanted(text)
          if (text === wanted) found.reload()
        }}
      />
      <Found key={wanted} wanted={wanted} found={found} onErased={(note) => setErased({ note })} />
    </EntryList>
  )
}

function SearchForm({ onSearch }: { onSearch: (text: string) => void }) {
  const { records: texts } = useAdminTexts()
  const id = useId()
  const [typed, setTyped] = useState('')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (typed.trim() !== '') onSearch(typed.trim())
  }

  return (
    <search>
      <form className="mt-3 max-w-prose print:hidden" onSubmit={submit}>
        <label htmlFor={id} className="mb-1 block font-medium">
          {texts.field}
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id={id}
            type="search"
            className="field grow basis-48"
            required
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            aria-describedby={`${id}-note`}
          />
          <button type="submit" className="button button-plain">
            {texts.find}
          </button>
        </div>
        <p id={`${id}-note`} className="mt-1 text-muted text-sm">
          {texts.hint}
        </p>
      </form>
    </search>
  )
}

type FoundProps = {
  wanted: string
  found: ReturnType<typeof useFoundRecords>
  onErased: (note: string) => void
}

function Found({ wanted, found: { ids, hasMore, error, reload }, onErased }: FoundProps) {
  const words = useTexts()
  const { records: texts } = useAdminTexts()
  const { offerUndo, toast } = useUndo(PANE_HEADING, { takesFocus: true })
  const count = wanted === '' ? undefined : ids?.length
  return (
    <>
      <p role="status" className={count === 0 ? 'mt-3' : 'sr-only'}>
        {count !== undefined && (count === 0 ? texts.none : words.people.found(count))}
      </p>
      {wanted !== '' && ids === undefined && error === null && (
        <p className="mt-3 text-muted">{words.record.loading}</p>
      )}
      <FailureNote className="mt-3" failure={describeFailure(error, words)} onRetry={reload} />
      <ul className="divide-y divide-line">
        {ids?.map((id) => (
          <RecordRow key={id} id={id} offerUndo={offerUndo} onErased={onErased} />
        ))}
      </ul>
      {hasMore && <p className="text-muted text-sm">{texts.onlyFirst}</p>}
      {toast}
    </>
  )
}

type RowProps = {
  id: string
  offerUndo: ReturnType<typeof useUndo>['offerUndo']
  onErased: FoundProps['onErased']
}

function RecordRow({ id, ...actions }: RowProps) {
  const { record: words } = useTexts()
  const { record, isLoading, error } = useAnyRecord(id)
  if (record !== undefined) return <KnownRow record={record} {...actions} />
  if (!isLoading && error === null) return null
  return (
    <Entry error={error} button={undefined}>
      <p className="text-muted">{isLoading && words.loading}</p>
    </Entry>
  )
}

function KnownRow({ record, offerUndo, onErased }: Omit<RowProps, 'id'> & { record: AnyRecord }) {
  const { records: texts } = useAdminTexts()
  const { user, visibility } = record
  const changes = useRecordChanges(record, {
    onChanged: (changed) => {
      if (changed === visibility) return
      const undo = () => changes.choose(visibility)
      // What is undone is offered no more.
      if (isHidden(changed, visibility)) offerUndo({ message: texts.changed[changed](user.username), undo })
    },
    onErased: () => onErased(texts.erased(user.username)),
  })
  if (changes.isErased) return null
  return (
    <Entry error={changes.error} button={undefined}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <Description record={record} />
        <Buttons record={record} changes={changes} />
      </div>
    </Entry>
  )
}

function Description({ record }: { record: AnyRecord }) {
  const { record: words, visibility } = useTexts()
  const placeOf = usePlaceOf()
  const write = useOwnClock(DATE_AND_TIME)
  return (
    <div className="min-w-0 grow basis-64">
      <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        <bdi className="min-w-0">{record.user.username}</bdi>
        <span className="badge">{visibility.levels[record.visibility].name}</span>
      </p>
      <p className="text-muted text-sm wrap-anywhere *:block">
        <span>
          <bdi>{record.user.id}</bdi>
        </span>
        <span>{placeOf(record.canonical)}</span>
        {record.updated_at !== null && <span>{`${words.savedAt} · ${write(record.updated_at)}`}</span>}
      </p>
    </div>
  )
}

type ButtonsProps = { record: AnyRecord; changes: ReturnType<typeof useRecordChanges> }

const LEVELS: readonly Visibility[] = ['public', 'unlisted', 'private']

/** True if fewer see a record with the first visibility. */
function isHidden(first: Visibility, second: Visibility): boolean {
  return LEVELS.indexOf(first) > LEVELS.indexOf(second)
}

function Buttons({ record: { user, visibility }, changes }: ButtonsProps) {
  const { accountPage } = useTexts()
  const { records: texts } = useAdminTexts()
  const [question, ask] = useState<Question>()
  const isBusy = changes.isChanging || changes.isErasing
  const { username: name } = user
  const askToErase = () =>
    ask({
      title: texts.ask(name),
      text: texts.askText(name, user.id),
      action: accountPage.erase.confirm,
      isDangerous: true,
      run: changes.erase,
    })
  const hiding = [
    { level: 'unlisted', label: texts.unlist, named: texts.unlistNamed(name) },
    { level: 'private', label: texts.hide, named: texts.hideNamed(name) },
  ] as const
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {hiding
        .filter(({ level }) => isHidden(level, visibility))
        .map(({ level, label, named }) => (
          <button
            key={level}
            type="button"
            className="button button-plain button-small"
            aria-label={named}
            aria-disabled={isBusy}
            onClick={() => !isBusy && changes.choose(level)}
          >
            {label}
          </button>
        ))}
      <button
        type="button"
        className="button button-danger button-small"
        aria-label={texts.eraseNamed(name)}
        aria-disabled={isBusy}
        onClick={() => !isBusy && askToErase()}
      >
        {changes.isErasing ? accountPage.erase.pending : accountPage.erase.confirm}
      </button>
      <QuestionDialog question={question} onClose={() => ask(undefined)} returnTo={PANE_HEADING} />
    </div>
  )
}
