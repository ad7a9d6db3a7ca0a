import { Field, type FieldProps } from './field.tsx'
import { useLeftFault } from './left-fault.ts'

/** Whole numbers; empty is null. */
export function NumberInput({ value, onChange, min, max, ...field }: FieldProps<number | null> & { min?: number; max?: number }) {
  const { fault, leave, mend } = useLeftFault()
  return (
    <Field {...field} error={field.error ?? fault}>
      {(parts) => (
        <input
          {...parts}
          onBlur={leave(parts.onBlur)}
          type="number"
          inputMode="numeric"
          step={1}
          min={min}
          max={max}
          value={value ?? ''}
          onChange={(event) => {
            mend(event.currentTarget)
            onChange(event.currentTarget.value === '' ? null : event.currentTarget.valueAsNumber)
          }}
        />
      )}
    </Field>
  )
}

export type SelectOption = { value: string; label: string; isDisabled?: boolean }

/** The browser's own list: known to every keyboard, screen reader and phone. */
export function SelectInput({ value, onChange, options, ...field }: FieldProps<string> & { options: readonly SelectOption[] }) {
  return (
    <Field {...field}>
      {(parts) => (
        <select
          {...parts}
          value={value}
          title={field.isLabelHidden ? field.label : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function TextAreaInput({
  value,
  onChange,
  rows = 3,
  maxLength,
  placeholder,
  ...field
}: FieldProps<string> & { rows?: number; maxLength?: number; placeholder?: string }) {
  return (
    <Field {...field}>
      {(parts) => (
        <textarea
          {...parts}
          rows={rows}
          maxLength={maxLength}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
