import { useId } from 'react'

type SegmentChoiceProps = {
  label: string
  value: string
  onChoose: (value: string) => void
  options: readonly (readonly [value: string, label: string])[]
  /** True if each value is the language that its label is in. */
  isOfLanguages?: boolean
  isLabelHidden?: boolean
}

/** One of a few choices, side by side. */
export function SegmentChoice(props: SegmentChoiceProps) {
  const { label, value, onChoose, options, isOfLanguages = false, isLabelHidden = false } = props
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={isLabelHidden ? 'sr-only' : 'pb-1 text-sm text-soft'}>{label}</legend>
      <div className="segments">
        {options.map(([option, text]) => (
          <label key={option} className="segment" lang={isOfLanguages ? option : undefined}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              value={option}
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
