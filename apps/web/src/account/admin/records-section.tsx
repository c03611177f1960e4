import { type SubmitEvent, useId, useState } from 'react'
import { useOwnClock } from '../../clock/clock-text.tsx'
import { useAccountText, useText, useViewText } from '../../texts/use-text.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { type Question, QuestionDialog } from '../../ui/question-dialog.tsx'
import { useUndo } from '../../ui/use-undo.tsx'
import { usePlaceOf } from '../../zones/use-place-of.tsx'
import { type Ended, Entry, EntryList, PANE_HEADING } from '../entry-list.tsx'
import type { Visibility } from '../visibility-chooser.tsx'
import { type AnyRecord, useAnyRecord, useFoundRecords, useRecordChanges } from './use-records.ts'

// The search has its own place for that.
const ALWAYS_THERE = { isLoaded: true, error: null, reload: () => {} }
const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

/** Every record, for an admin: a search, and buttons that hide and erase what it finds. */
export function RecordsSection() {
  const [wanted, setWanted] = useState('')
  const [erased, setErased] = useState<Ended>()
  const found = useFoundRecords(wanted)
  return (
    <EntryList
      text="As an admin, you can find, hide and erase anyone’s record. Each private record you look at is noted in the audit log."
      ended={erased}
      query={ALWAYS_THERE}
    >
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
          Name or user ID
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
            Find
          </button>
        </div>
        <p id={`${id}-note`} className="mt-1 text-muted text-sm">
          The beginning of a name, or a whole user ID. Records that aren’t public are found only by their ID.
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
  const t = useViewText()

  const { offerUndo, toast } = useUndo(PANE_HEADING, { takesFocus: true })
  const count = wanted === '' ? undefined : ids?.length
  return (
    <>
      <p role="status" className={count === 0 ? 'mt-3' : 'sr-only'}>
        {count !== undefined && (count === 0 ? 'No record found.' : t('people.found', { count }))}
      </p>
      {wanted !== '' && ids === undefined && error === null && (
        <p className="mt-3 text-muted">{t('record.loading')}</p>
      )}
      <FailureNote className="mt-3" error={error} onRetry={reload} />
      <ul className="divide-y divide-line">
        {ids?.map((id) => (
          <RecordRow key={id} id={id} offerUndo={offerUndo} onErased={onErased} />
        ))}
      </ul>
      {hasMore && <p className="text-muted text-sm">There are more. Type more of the name.</p>}
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
  const t = useText()
  const { record, isLoading, error } = useAnyRecord(id)
  if (record !== undefined) return <KnownRow record={record} {...actions} />
  if (!isLoading && error === null) return null
  return (
    <Entry error={error} button={undefined}>
      <p className="text-muted">{isLoading && t('record.loading')}</p>
    </Entry>
  )
}

function KnownRow({ record, offerUndo, onErased }: Omit<RowProps, 'id'> & { record: AnyRecord }) {
  const { user, visibility } = record
  const changes = useRecordChanges(record, {
    onChanged: (changed) => {
      if (changed === visibility) return
      const undo = () => changes.choose(visibility)
      // What is undone is offered no more.
      if (isHidden(changed, visibility))
        offerUndo({
          message: `${user.username} is ${changed}${changed === 'public' ? ' again' : ' now'}.`,
          undo,
        })
    },
    onErased: () => onErased(`Erased: ${user.username}.`),
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
  const t = useViewText()
  const placeOf = usePlaceOf()
  const write = useOwnClock(DATE_AND_TIME)
  return (
    <div className="min-w-0 grow basis-64">
      <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        <bdi className="min-w-0">{record.user.username}</bdi>
        <span className="badge">{t(`visibility.levels.${record.visibility}.name`)}</span>
      </p>
      <p className="text-muted text-sm wrap-anywhere *:block">
        <span>
          <bdi>{record.user.id}</bdi>
        </span>
        <span>{placeOf(record.canonical)}</span>
        {record.updated_at !== null && <span>{`${t('entry.savedAt')} · ${write(record.updated_at)}`}</span>}
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
  const t = useAccountText()

  const [question, ask] = useState<Question>()
  const isBusy = changes.isChanging || changes.isErasing
  const { username: name } = user
  const askToErase = () =>
    ask({
      title: `Erase ${name}’s record?`,
      text: `The name, time zone, hours and visibility of ${name} (${user.id}) will be deleted, everywhere and at once. Their sign-ins stay, and they can save a new record. This can’t be undone.`,
      action: t('accountPage.erase.confirm'),
      isDangerous: true,
      run: changes.erase,
    })
  const hiding = [
    { level: 'unlisted', label: 'Unlist', named: `Unlist ${name}` },
    { level: 'private', label: 'Hide', named: `Hide ${name}` },
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
        aria-label={`Erase ${name}`}
        aria-disabled={isBusy}
        onClick={() => !isBusy && askToErase()}
      >
        {changes.isErasing ? t('accountPage.erase.pending') : t('accountPage.erase.confirm')}
      </button>
      <QuestionDialog question={question} onClose={() => ask(undefined)} returnTo={PANE_HEADING} />
    </div>
  )
}
