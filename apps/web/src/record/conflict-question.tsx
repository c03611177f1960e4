import type { ViewText } from '../texts/load-texts.ts'
import { useCityOf, useViewText } from '../texts/use-text.tsx'
import { type Question, QuestionDialog } from '../ui/question-dialog.tsx'
import type { OwnRecord } from './own-record.tsx'
import { type Belief, NONE, type Write } from './save.ts'

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
  const was = actual.record?.user.username ?? ''
  const now = actual.record && cityOf(actual.record.canonical)
  const zone = wanted ? cityOf(wanted.timezone) : ''
  const isNow = now === undefined ? t('change.nowHidden') : t('change.nowIn', { zone: now })
  const there = actual === NONE ? '' : `${isNow} `
  const changed = {
    title: actual === NONE ? t('change.deletedElsewhere') : t('change.changedElsewhere'),
    ...(now !== undefined && { decline: { label: t('change.keepZone', { saved: now }), run: keepStored } }),
  }
  const questions = {
    replace: {
      title: t('change.askReplace'),
      text: t('change.askReplaceText', { was, name: wanted?.username ?? '' }),
      action: t('change.replace'),
    },
    you: {
      title: t('change.askYou', { name: was }),
      text: t('change.askYouText', { name: was, zone: now ?? '', wanted: zone }),
      action: t('record.saveZone', { zone }),
    },
    save: {
      ...changed,
      text: there + t('change.askSaveAnyway', { zone }),
      action: t('change.saveAnyway'),
    },
    delete: {
      ...changed,
      text: there + t('change.askDeleteAnyway'),
      action: t('change.deleteAnyway'),
    },
  }
  const kind = conflictOf(write, actual, userId)
  return { ...questions[kind], isDangerous: kind === 'delete', run: () => run(write) }
}

/** What a write would do to what is stored: take it over under another name, or from somebody else; save, or delete it. */
function conflictOf({ record: wanted }: Write, { record: stored }: Belief, userId: string) {
  if (wanted === undefined) return 'delete'
  if (stored && wanted.username !== undefined && stored.user.username !== wanted.username) return 'replace'
  if (stored && wanted.user_id !== undefined && wanted.user_id !== userId) return 'you'
  return 'save'
}
