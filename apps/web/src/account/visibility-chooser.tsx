import { toPathId } from '@timezone-registry/contract'
import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { useId } from 'react'
import { api } from '../api.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { toCss } from '../clock/sky.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { hourIn } from '../clock/zone-time.ts'
import { queryKeys } from '../query-keys.ts'
import { useText, useViewText } from '../texts/use-text.tsx'
import { isStatus } from '../ui/failure.ts'
import { LinkIcon } from '../ui/icons.tsx'
import { canonicalZone } from '../zones/canonical-zone.ts'
import { usePlaceOf } from '../zones/use-place-of.tsx'
import { Outcome } from './outcome.tsx'
import type { Account } from './use-account.ts'

const LEVELS = ['public', 'unlisted', 'private'] as const

/** Who sees the signed-in person's record. A choice is saved at once; a failed one returns to what is stored. */
export function VisibilityChooser({ account }: { account: Account }) {
  const t = useViewText()
  const visibility = useVisibility(account)
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('visibility.heading')}</legend>
      <div className="levels grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3">
        {LEVELS.map((level) => (
          <Level
            key={level}
            level={level}
            account={account}
            isChosen={visibility.shown === level}
            onChoose={() => visibility.choose(level)}
          />
        ))}
      </div>
      <Outcome
        {...visibility}
        account={account}
        done={visibility.saved && t(`visibility.saved.${visibility.saved}`)}
        message={({ message }) => `${t('visibility.notSaved')} ${message}`}
      />
    </fieldset>
  )
}

type LevelProps = { level: Visibility; account: Account; isChosen: boolean; onChoose: () => void }

/** A choice, below what others would see. */
function Level({ level, account, isChosen, onChoose }: LevelProps) {
  const id = useId()
  const t = useViewText()
  return (
    <label className="level flex min-w-0 break-inside-avoid flex-col gap-3 rounded-xl p-3">
      <span className="flex min-w-0 gap-3">
        <input
          type="radio"
          name="visibility"
          className="mt-1 size-4 shrink-0"
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-sentence`}
        />
        <span className="min-w-0">
          <span id={`${id}-name`} className="block font-medium">
            {t(`visibility.levels.${level}.name`)}
          </span>
          <span id={`${id}-sentence`} className="block text-muted text-sm">
            {t(`visibility.levels.${level}.sentence`)}
          </span>
        </span>
      </span>
      {level === 'private' ? <NothingSeen /> : <Seen account={account} isListed={level === 'public'} />}
    </label>
  )
}

const PREVIEW =
  '-order-1 flex min-h-24 min-w-0 flex-col justify-center rounded-lg px-3 py-2 text-start forced-colors:border'

/** The record in lists, or for those who have the link. */
function Seen({ account: { user, timezone = '' }, isListed }: { account: Account; isListed: boolean }) {
  const placeOf = usePlaceOf()
  const sky = skyAt(hourIn(timezone, useMinute(), useServiceClocks()) ?? 12)
  return (
    <span
      className={`${PREVIEW} print:[print-color-adjust:exact]`}
      style={{ backgroundColor: toCss(sky), color: inkOn(sky) }}
    >
      <bdi className="truncate text-sm">{user?.username}</bdi>
      <ClockText timezone={timezone} className="font-medium text-lg" />
      {isListed ? (
        <span className="truncate text-sm">{placeOf(canonicalZone(timezone))}</span>
      ) : (
        <span className="flex min-w-0 items-center gap-1 text-sm">
          <LinkIcon isSmall />
          <span className="truncate" dir="ltr">
            {user && `/u/${toPathId(user.id)}`}
          </span>
        </span>
      )}
    </span>
  )
}

function NothingSeen() {
  const t = useText()
  return (
    <span className={`${PREVIEW} border border-edge border-dashed text-soft text-sm`}>
      {t('noClock.title')}
    </span>
  )
}

export type Visibility = NonNullable<Account['visibility']>

/** Who sees the signed-in person's record, and how to change that. */
function useVisibility(account: Account) {
  const queryClient = api.useQueryClient()
  const change = api.setVisibility.useMutation({
    // Arrow keys select every choice on the way. Requests are sent one at a time, so the last choice wins.
    scope: { id: 'visibility' },
    onSuccess: ({ body: { visibility } }) => {
      queryClient.getMe.setQueryData(queryKeys.me, (me) => me && { ...me, body: { ...me.body, visibility } })
    },
    onSettled: (_answer, error) => {
      // Reloading would show nobody signed in, without the message that says why.
      if (isStatus(error, 401)) return
      void queryClient.invalidateQueries({ queryKey: queryKeys.stats })
      void queryClient.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
  return {
    shown: change.isPending ? change.variables.body.visibility : account.visibility,
    isPending: change.isPending,
    saved: change.data?.body.visibility,
    error: change.error,
    choose: (visibility: Visibility) => change.mutate({ body: { visibility }, headers: { 'if-match': '*' } }),
  }
}
