import type { Texts } from '../texts/en-views.ts'
import type { Question } from '../ui/confirm-dialog.tsx'
import { NONE } from './belief.ts'
import type { OwnRecord } from './own-record.tsx'

/** What to ask about a record that was changed elsewhere; undefined while nothing has to be decided. */
export function conflictQuestion(
  { state, userId, run, keepStored }: OwnRecord,
  { record: texts, travel }: Pick<Texts, 'record' | 'travel'>,
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
      title: texts.askReplace,
      text: texts.askReplaceText(stored.user.username, wanted.username),
      action: texts.replace,
    }
  if (stored !== undefined && wanted?.user_id !== undefined && wanted.user_id !== userId)
    return {
      ...insist,
      title: texts.askYou(stored.user.username),
      text: texts.askYouText(stored.user.username, cityOf(stored.canonical), cityOf(wanted.timezone)),
      action: texts.saveZone(cityOf(wanted.timezone)),
    }
  const there = actual === NONE ? '' : now === undefined ? texts.nowHidden : texts.nowIn(now)
  const question = wanted === undefined ? texts.askDeleteAnyway : texts.askSaveAnyway(cityOf(wanted.timezone))
  return {
    ...insist,
    title: actual === NONE ? texts.deletedElsewhere : texts.changedElsewhere,
    text: `${there} ${question}`.trim(),
    action: wanted === undefined ? texts.deleteAnyway : texts.saveAnyway,
    ...(now !== undefined && { decline: { label: travel.keep(now), run: keepStored } }),
  }
}
