import { type SubmitEvent, useId, useState } from 'react'
import { useOwnClock } from '../../clock/clock-text.tsx'
import { useViewText } from '../../texts/use-text.tsx'
import { FailureNote } from '../../ui/failure.tsx'
import { type Question, QuestionDialog } from '../../ui/question-dialog.tsx'
import { useUndo } from '../../ui/use-undo.tsx'
import { usePlaceOf } from '../../zones/use-place-of.tsx'
import { type Ended, EndedNote, Entry, PANE_HEADING } from '../entry-list.tsx'
import { type AnyRecord, useAnyRecord, useFoundRecords, useRecordChanges } from './use-records.ts'

/** Every record, for an admin: a search, and buttons that hide and erase what it finds. */
export function RecordsSection() {
  const t = useViewText()
  const [wanted, setWanted] = useState('')
  const [erased, setErased] = useState<Ended>()
  const { ids, hasMore, error, reload } = useFoundRecords(wanted)
  const { offerUndo, toast } = useUndo(PANE_HEADING, { takesFocus: true })

  function search(text: string) {
    setErased(undefined)
    setWanted(text)
    if (text === wanted) reload()
  }

  const onErased = (name: string) => setErased({ note: `Erased: ${name}.` })
  return (
    <>
      <p className="max-w-prose text-muted">
        As an admin, you can find, hide and erase anyone’s record. Each private record you look at is noted in
        the audit log.
      </p>
      <EndedNote ended={erased} />
      <SearchForm onSearch={search} />
      <p role="status" className={ids?.length === 0 ? 'mt-3' : 'sr-only'}>
        {ids && (ids.length === 0 ? 'No record found.' : t('search.found', { count: ids.length }))}
      </p>
      {wanted !== '' && ids === undefined && error === null && (
        <p className="mt-3 text-muted">{t('record.loading')}</p>
      )}
      <FailureNote className="mt-3" error={error} onRetry={reload} />
      <ul key={wanted} className="divide-y divide-line">
        {ids?.map((id) => (
          <RecordRow key={id} id={id} offerUndo={offerUndo} onErased={onErased} />
        ))}
      </ul>
      {hasMore && <p className="text-muted text-sm">There are more. Type more of the name.</p>}
      {toast}
    </>
  )
}

function SearchForm({ onSearch }: { onSearch: (text: string) => void }) {
  const id = useId()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('wanted')).trim()
    if (text !== '') onSearch(text)
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
            name="wanted"
            type="search"
            className="field grow basis-48"
            required
            autoComplete="off"
            spellCheck={false}
            dir="auto"
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

type RowProps = {
  id: string
  offerUndo: ReturnType<typeof useUndo>['offerUndo']
  onErased: (name: string) => void
}

function RecordRow({ id, ...actions }: RowProps) {
  const t = useViewText()
  const { record, isLoading, error } = useAnyRecord(id)
  if (record !== undefined) return <KnownRow record={record} {...actions} />
  if (!isLoading && error === null) return null
  return <Entry error={error}>{isLoading && <p className="text-muted">{t('record.loading')}</p>}</Entry>
}

function KnownRow({ record, offerUndo, onErased }: Omit<RowProps, 'id'> & { record: AnyRecord }) {
  const { user, visibility } = record
  const changes = useRecordChanges(record, {
    onChanged: (level) => {
      // What is undone is offered no more.
      if (isHidden(level, visibility))
        offerUndo({ message: `${user.username} is ${level} now.`, undo: () => changes.choose(visibility) })
    },
    onErased: () => onErased(user.username),
  })
  if (changes.isErased) return null
  return (
    <Entry error={changes.error}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <Description record={record} />
        <Buttons record={record} changes={changes} />
      </div>
    </Entry>
  )
}

const LEVELS = ['public', 'unlisted', 'private'] as const

/** True if fewer see a record with the first visibility. */
function isHidden(first: AnyRecord['visibility'], second: AnyRecord['visibility']): boolean {
  return LEVELS.indexOf(first) > LEVELS.indexOf(second)
}

type ButtonsProps = { record: AnyRecord; changes: ReturnType<typeof useRecordChanges> }

function Buttons({ record: { user, visibility }, changes }: ButtonsProps) {
  const [question, ask] = useState<Question>()
  const { username: name, id } = user
  const askToErase = () =>
    ask({
      title: `Erase ${name}’s record?`,
      text: `The name, time zone, hours and visibility of ${name} (${id}) will be deleted, everywhere and at once. Their sign-ins stay, and they can save a new record. This can’t be undone.`,
      action: 'Erase',
      isDangerous: true,
      run: changes.erase,
    })
  const buttons = [
    ...(isHidden('unlisted', visibility) ? [{ verb: 'Unlist', run: () => changes.choose('unlisted') }] : []),
    ...(isHidden('private', visibility) ? [{ verb: 'Hide', run: () => changes.choose('private') }] : []),
    { verb: 'Erase', run: askToErase },
  ]
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {buttons.map(({ verb, run }) => (
        <button
          key={verb}
          type="button"
          className={`button button-small ${verb === 'Erase' ? 'button-danger' : 'button-plain'}`}
          aria-label={`${verb} ${name}`}
          aria-disabled={changes.isBusy}
          onClick={() => !changes.isBusy && run()}
        >
          {verb}
        </button>
      ))}
      <QuestionDialog question={question} onClose={() => ask(undefined)} returnTo={PANE_HEADING} />
    </div>
  )
}

function Description({ record: { user, canonical, visibility, updated_at } }: { record: AnyRecord }) {
  const t = useViewText()
  const placeOf = usePlaceOf()
  const write = useOwnClock()
  return (
    <div className="min-w-0 grow basis-64">
      <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        <bdi className="min-w-0">{user.username}</bdi>
        <span className="badge">{t(`visibility.levels.${visibility}.name`)}</span>
      </p>
      <p className="text-muted text-sm wrap-anywhere *:block">
        <span>
          <bdi>{user.id}</bdi>
        </span>
        <span>{placeOf(canonical)}</span>
        {updated_at !== null && <span>{`${t('entry.savedAt')} · ${write(updated_at)}`}</span>}
      </p>
    </div>
  )
}
