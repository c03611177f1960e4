import type { Text } from '../texts/load-texts.ts'
import type { Question } from '../ui/question-dialog.tsx'
import { NONE } from './belief.ts'
import type { OwnRecord } from './own-record.tsx'

/** What to ask about a record that was changed elsewhere; undefined while nothing has to be decided. */
export function conflictQuestion(
  { state, userId, run, keepStored }: OwnRecord,
  t: Text,
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
      title: t('record.askReplace'),
      text: t('record.askReplaceText', { was: stored.user.username, name: wanted.username }),
      action: t('record.replace'),
    }
  if (stored !== undefined && wanted?.user_id !== undefined && wanted.user_id !== userId)
    return {
      ...insist,
      title: t('record.askYou', { name: stored.user.username }),
      text: t('record.askYouText', {
        name: stored.user.username,
        zone: cityOf(stored.canonical),
        wanted: cityOf(wanted.timezone),
      }),
      action: t('record.saveZone', { zone: cityOf(wanted.timezone) }),
    }
  const there =
    actual === NONE ? '' : now === undefined ? t('record.nowHidden') : t('record.nowIn', { zone: now })
  const question =
    wanted === undefined
      ? t('record.askDeleteAnyway')
      : t('record.askSaveAnyway', { zone: cityOf(wanted.timezone) })
  return {
    ...insist,
    title: actual === NONE ? t('record.deletedElsewhere') : t('record.changedElsewhere'),
    text: `${there} ${question}`.trim(),
    action: wanted === undefined ? t('record.deleteAnyway') : t('record.saveAnyway'),
    ...(now !== undefined && { decline: { label: t('record.keepZone', { saved: now }), run: keepStored } }),
  }
}
