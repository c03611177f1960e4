import { useTexts } from '../texts/use-texts.tsx'
import type { Question } from '../ui/confirm-dialog.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { NONE } from './belief.ts'
import type { Conflict } from './use-record-writes.ts'

type ConflictQuestionOptions = {
  /** Whose record is the reader's own; empty while that is not known. */
  userId: string
  ask: (question: Question) => void
  /** Runs if the reader leaves what is stored as it is. */
  onKeep: () => void
}

/** Asks what to do about a record that was changed elsewhere. */
export function useConflictQuestion({ userId, ask, onKeep }: ConflictQuestionOptions) {
  const { record: texts, travel } = useTexts()
  const cityOf = useCityOf()

  return ({ actual, wanted, insist }: Conflict) => {
    const { record } = actual
    const now = record && cityOf(record.canonical)
    const otherName = record?.user.username
    if (otherName !== undefined && wanted?.username !== undefined && otherName !== wanted.username)
      return ask({
        title: texts.askReplace,
        text: texts.askReplaceText(otherName, wanted.username),
        action: texts.replace,
        isDangerous: false,
        run: insist,
      })
    if (
      record !== undefined &&
      now !== undefined &&
      wanted?.user_id !== undefined &&
      wanted.user_id !== userId
    )
      return ask({
        title: texts.askYou(record.user.username),
        text: texts.askYouText(record.user.username, now, cityOf(wanted.timezone)),
        action: texts.saveZone(cityOf(wanted.timezone)),
        isDangerous: false,
        run: insist,
      })
    ask({
      title: actual === NONE ? texts.deletedElsewhere : texts.changedElsewhere,
      text: [
        ...(actual === NONE ? [] : [now === undefined ? texts.nowHidden : texts.nowIn(now)]),
        wanted === undefined ? texts.askDeleteAnyway : texts.askSaveAnyway(cityOf(wanted.timezone)),
      ].join(' '),
      action: wanted === undefined ? texts.deleteAnyway : texts.saveAnyway,
      isDangerous: wanted === undefined,
      run: insist,
      ...(now !== undefined && { decline: { label: travel.keep(now), run: onKeep } }),
    })
  }
}
