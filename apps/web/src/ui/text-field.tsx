import { useId } from 'react'

type TextFieldProps = {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  isOptional?: boolean
}

/** A line of text with its hint, or what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const { label, hint, value, onChange, error, isOptional = false } = props
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        className="field"
        required={!isOptional}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="mt-1 text-muted text-sm wrap-anywhere">
        {error === undefined ? (
          hint
        ) : (
          <span role="alert" className="text-danger">
            {error}
          </span>
        )}
      </p>
    </div>
  )
}
