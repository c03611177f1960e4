import { api } from '../../api.ts'
import { queryKeys } from '../../query-keys.ts'
import { isStatus } from '../../ui/failure.tsx'
import { createStored, propertiesOf, useStored } from '../../ui/stored.ts'
import type { Account } from '../use-account.ts'
import { type Hours, toHours, toWeek } from './week-model.ts'

type Draft = Pick<WeekDraft, 'hours' | 'show'>

/** When the signed-in person is available: what is stored, what they have changed, and how to save it. */
export function useAvailability({ availability: stored, user }: Account) {
  const id = user?.id ?? ''
  const draft = useStored(weekDraft)
  // Another person's stays until this one changes something.
  const edited = draft?.userId === id ? draft : undefined
  const cancel = () => weekDraft.change((draft) => (draft?.userId === id ? null : draft))
  const { save, remove, headers } = useAvailabilityWrites(id, cancel)
  const base = JSON.stringify(stored ?? null)
  const saved: Draft = { hours: toHours(stored?.weekly ?? []), show: stored?.show ?? 'state' }
  const { hours, show } = edited ?? saved
  const done = save.isSuccess ? 'saved' : remove.isSuccess ? 'deleted' : undefined

  return {
    hours,
    show,
    isStored: stored !== undefined,
    isEdited: edited !== undefined,
    /** True if what is stored was changed elsewhere while it was edited here. */
    isChangedElsewhere: edited !== undefined && edited.base !== base,
    isPending: save.isPending || remove.isPending,
    /** What has just been done; undefined after a change. */
    done: edited === undefined ? done : undefined,
    error: save.error ?? remove.error,
    edit: (part: Partial<Draft>) =>
      weekDraft.change(() => ({ userId: id, hours, show, ...part, base: edited?.base ?? base })),
    cancel,
    save: () => {
      remove.reset()
      save.mutate({ body: { weekly: toWeek(hours), show }, headers })
    },
    remove: () => {
      save.reset()
      remove.mutate({ query: {}, headers })
    },
  }
}

/** Saves and deletes. The service refuses to replace a record that this page has not seen. */
function useAvailabilityWrites(id: string, onDone: () => void) {
  const queryClient = api.useQueryClient()
  const record = api.getTimezone.useQuery({
    queryKey: queryKeys.record(id),
    queryData: { query: { id } },
    enabled: id !== '',
  })
  const etag = record.data?.headers.get('etag')

  function settle(availability: Account['availability'] | null) {
    queryClient.getMe.setQueryData(
      queryKeys.me,
      (me) => me && { ...me, body: { ...me.body, availability: availability ?? null } },
    )
    onDone()
  }

  function onSettled(_answer: unknown, error: unknown) {
    // Reloading would show nobody signed in, without the message that says why.
    if (isStatus(error, 401)) return
    void queryClient.invalidateQueries({ queryKey: queryKeys.me })
    void queryClient.invalidateQueries({ queryKey: queryKeys.record(id) })
  }

  return {
    save: api.setAvailability.useMutation({
      onSettled,
      onSuccess: ({ body: { weekly, show } }) => settle({ weekly, show }),
    }),
    remove: api.deleteAvailability.useMutation({ onSettled, onSuccess: () => settle(null) }),
    headers: { 'if-match': etag ?? '*' },
  }
}

/** A week that somebody has changed and not saved, and what was stored when they began. */
type WeekDraft = { userId: string; hours: Hours[]; show: 'state' | 'hours'; base: string }

/** The draft in this browser, which lasts across reloads and logins. */
const weekDraft = createStored('timezone-registry:week', (stored): WeekDraft | null => {
  const { userId, hours, show, base } = propertiesOf(stored)
  if (typeof userId !== 'string' || typeof base !== 'string') return null
  if ((show !== 'state' && show !== 'hours') || !Array.isArray(hours) || !hours.every(isHours)) return null
  return { userId, hours, show, base }
})

function isHours(value: unknown): value is Hours {
  const { day, from, to } = (value ?? {}) as Partial<Record<keyof Hours, unknown>>
  return Number.isInteger(day) && [from, to].every((time) => /^\d\d:\d\d$/.test(String(time)))
}
