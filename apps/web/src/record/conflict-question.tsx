import type { ViewText } from '../texts/load-texts.ts'
import { useViewText } from '../texts/use-text.tsx'
import { type Question, QuestionDialog } from '../ui/question-dialog.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { NONE } from './belief.ts'
import type { OwnRecord } from './own-record.tsx'

/** Asks about a record that was changed elsewhere. */
export function ConflictQuestion({ own, returnTo }: { own: OwnRecord; returnTo?: string }) {
  const question = conflictQuestion(own, useViewText(), useCityOf())
  return <QuestionDialog question={question} onClose={own.leave} returnTo={returnTo} />
}

/** Undefined while nothing has to be decided. */
function conflictQuestion(
  { state, userId, run, keepStored }: OwnRecord,
  t: ViewText,
  cityOf: (zone: string) => string,
): Question | undefined {
  if (state.step !== 'asking') return undefined
  const { write, actual } = state
  const wanted = write.record
  const stored = actual.record
  const now = stored && cityOf(stored.canonical)
  const insist = { run: () => run(write), isDangerous: wanted === undefined }
  if (stored !== undefined && wanted?.username !== undefined && stored.user.username !== wanted.username)
    return {
      ...insist,
      title: t('change.askReplace'),
      text: t('change.askReplaceText', { was: stored.user.username, name: wanted.username }),
      action: t('change.replace'),
    }
  if (stored !== undefined && wanted?.user_id !== undefined && wanted.user_id !== userId)
    return {
      ...insist,
      title: t('change.askYou', { name: stored.user.username }),
      text: t('change.askYouText', {
        name: stored.user.username,
        zone: cityOf(stored.canonical),
        wanted: cityOf(wanted.timezone),
      }),
      action: t('record.saveZone', { zone: cityOf(wanted.timezone) }),
    }
  const there =
    actual === NONE ? '' : now === undefined ? t('change.nowHidden') : t('change.nowIn', { zone: now })
  const question =
    wanted === undefined
      ? t('change.askDeleteAnyway')
      : t('change.askSaveAnyway', { zone: cityOf(wanted.timezone) })
  return {
    ...insist,
    title: actual === NONE ? t('change.deletedElsewhere') : t('change.changedElsewhere'),
    text: `${there} ${question}`.trim(),
    action: wanted === undefined ? t('change.deleteAnyway') : t('change.saveAnyway'),
    ...(now !== undefined && { decline: { label: t('change.keepZone', { saved: now }), run: keepStored } }),
  }
}
