import { fromAmsterdamInput, toAmsterdamInput } from '../locales/amsterdam-time.ts'
import { Field, type FieldProps } from './field.tsx'
import { useLeftFault } from './left-fault.ts'

/** Whole numbers; empty is null. */
export function NumberInput({ value, onChange, min, max, ...field }: FieldProps<number | null> & { min?: number; max?: number }) {
  const { fault, leave, mend } = useLeftFault('number')
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

/** An instant, typed and shown as Dutch wall-clock time whatever the computer's own zone is. */
export function DateTimeInput({ value, onChange, min, max, ...field }: FieldProps<string | null> & { min?: string; max?: string }) {
  const { fault, leave, mend } = useLeftFault('moment')
  return (
    <Field {...field} error={field.error ?? fault}>
      {(parts) => (
        <input
          {...parts}
          onBlur={leave(parts.onBlur)}
          type="datetime-local"
          min={min === undefined ? undefined : toAmsterdamInput(min)}
          max={max === undefined ? undefined : toAmsterdamInput(max)}
          value={toAmsterdamInput(value)}
          onChange={(event) => {
            mend(event.currentTarget)
            onChange(fromAmsterdamInput(event.currentTarget.value))
          }}
        />
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

/** A day as yyyy-MM-dd; empty is ''. */
export function DateInput({ value, onChange, min, max, ...field }: FieldProps<string> & { min?: string; max?: string }) {
  const { fault, leave, mend } = useLeftFault('date')
  return (
    <Field {...field} error={field.error ?? fault}>
      {(parts) => (
        <input
          {...parts}
          onBlur={leave(parts.onBlur)}
          type="date"
          min={min}
          max={max}
          value={value}
          onChange={(event) => {
            mend(event.currentTarget)
            onChange(event.currentTarget.value)
          }}
        />
      )}
    </Field>
  )
}
