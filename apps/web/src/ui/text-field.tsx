import { useId } from 'react'

type TextFieldProps = {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

export function TextField({ label, hint, value, onChange, error }: TextFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        className="field"
        required
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="mt-1 text-muted text-sm">
        {error === undefined ? hint : <span className="text-danger">{`${label} ${error}`}</span>}
      </p>
    </div>
  )
}
