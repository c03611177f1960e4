import { MAX_ENTRIES } from '@timezone-registry/zones/availability'
import { useState } from 'react'
import { useAccountText } from '../../texts/use-text.tsx'
import { type Question, QuestionDialog } from '../../ui/question-dialog.tsx'
import type { Account } from '../use-account.ts'
import { Choice, Outcome } from '../visibility-chooser.tsx'
import { useAvailability } from './use-availability.ts'
import { PRESETS, toWeek } from './week-model.ts'
import { WeekPicture } from './week-picture.tsx'

type Availability = ReturnType<typeof useAvailability>

/** When the signed-in person is available, in one picture of a week. Nothing is saved until they say so. */
export function AvailabilitySection({ account }: { account: Account }) {
  const t = useAccountText()
  const availability = useAvailability(account)
  const { hours, edit, isStored, isEdited, isChangedElsewhere, done, error } = availability
  return (
    <div className="space-y-4">
      <p className="text-muted text-sm">{t('availability.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Preset onChoose={() => edit({ hours: PRESETS.usual })}>{t('availability.usual')}</Preset>
        <Preset onChoose={() => edit({ hours: PRESETS.evenings })}>{t('availability.evenings')}</Preset>
        <Preset onChoose={() => edit({ hours: [] })}>{t('availability.clear')}</Preset>
      </div>
      <WeekPicture hours={hours} onChange={(hours) => edit({ hours })} />
      {hours.length === 0 && (
        <p className="text-sm">{isStored || isEdited ? t('availability.empty') : t('availability.none')}</p>
      )}
      <ShowChoice {...availability} />
      <Actions {...availability} />
      <Outcome
        {...availability}
        account={account}
        done={done && (done === 'saved' ? t('change.savedPlain') : t('entry.deleted'))}
        error={isChangedElsewhere ? null : error}
        message={({ code, message }) =>
          `${t('availability.notSaved')} ${code === 'no_answer' ? t('failure.noAnswerKept') : message}`
        }
      />
    </div>
  )
}

function Preset({ onChoose, children }: { onChoose: () => void; children: string }) {
  return (
    <button type="button" className="button button-plain button-small" onClick={onChoose}>
      {children}
    </button>
  )
}

function ShowChoice({ show, edit }: Availability) {
  const t = useAccountText()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{t('availability.show.heading')}</legend>
      {(['state', 'hours'] as const).map((choice) => (
        <Choice
          key={choice}
          name="show"
          label={t(`availability.show.${choice}.name`)}
          sentence={t(`availability.show.${choice}.sentence`)}
          isChosen={show === choice}
          onChoose={() => edit({ show: choice })}
        />
      ))}
    </fieldset>
  )
}

/** Always the same buttons, so that none disappears while it has the focus. */
function Actions({
  hours,
  isStored,
  isEdited,
  isChangedElsewhere,
  isPending,
  save,
  cancel,
  remove,
}: Availability) {
  const t = useAccountText()
  const [question, ask] = useState<Question>()
  const isTooMuch = toWeek(hours).length > MAX_ENTRIES
  const askForEmpty = () =>
    ask({
      title: t('availability.heading'),
      text: t('availability.empty'),
      action: t('change.saveAnyway'),
      isDangerous: false,
      run: save,
    })
  const actions = [
    {
      text: isChangedElsewhere ? t('change.saveAnyway') : t('record.save'),
      look: 'button-primary',
      can: isEdited && !isTooMuch && !isPending,
      run: () => (hours.length > 0 ? save() : askForEmpty()),
    },
    { text: t('record.cancel'), can: isEdited, run: cancel },
    { text: t('entry.delete'), can: isStored && !isPending, run: remove },
  ]
  return (
    <>
      <div role="status">
        {isTooMuch && <p className="text-danger text-sm">{t('availability.tooMany')}</p>}
        {isChangedElsewhere && <p className="text-sm">{t('change.changedElsewhere')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ text, look = 'button-plain', can, run }, index) => (
          <button
            key={index}
            type="button"
            className={`button ${look}`}
            aria-disabled={!can}
            onClick={() => can && run()}
          >
            {text}
          </button>
        ))}
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  )
}
