import { api } from '../api.ts'
import { useNow } from '../clock/use-now.ts'
import { isStatus, retryUnlessAnswered } from '../ui/retry.ts'

/** A change of the zone's offset, in seconds east of UTC. */
type Transition = { at: string; utc_offset_seconds: number }

/** Somebody's record, and their clock according to the service, whose zone data may be newer than the browser's. */
export function usePerson(id: string, enabled: boolean) {
  const record = api.getTimezone.useQuery({
    queryKey: ['record', id],
    queryData: { query: { id } },
    enabled,
    retry: retryUnlessAnswered,
  })
  const isMissing = isStatus(record.error, 404) || isStatus(record.error, 400)
  const found = record.data !== undefined && !isMissing
  const times = api.getTimes.useQuery({
    queryKey: ['person-time', id],
    queryData: { query: { ids: id } },
    // The route takes several ids, separated by commas.
    enabled: enabled && found && !id.includes(','),
    retry: retryUnlessAnswered,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    record: found ? record.data.body : undefined,
    time: times.data?.body.users[id],
    isMissing,
    isLoading: record.isLoading,
    error: record.error,
    reload: () => void record.refetch(),
  }
}

type KnownTime = { utc_offset_seconds: number; next_transition: Transition | null } | undefined

/**
 * A zone for `inZone` that has the service's offset now, such as `+05:30`; the zone's own name while that is not known.
 */
export function useExactZone(timezone: string, time: KnownTime): string {
  const now = useNow().epochMilliseconds
  if (time === undefined) return timezone
  const { utc_offset_seconds, next_transition } = time
  const isChanged = next_transition !== null && now >= Date.parse(next_transition.at)
  return toOffsetZone(isChanged ? next_transition.utc_offset_seconds : utc_offset_seconds)
}

/** `+05:30` */
export function toOffsetZone(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${seconds < 0 ? '-' : '+'}${hour}:${minute}`
}
