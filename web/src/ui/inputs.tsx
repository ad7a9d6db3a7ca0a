import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/NativeSelect.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { NativeSelect, NumberInput as LibraryNumberInput, Textarea, TextInput as LibraryTextInput } from '@mantine/core'
import { fromAmsterdamInput, toAmsterdamInput } from '../locales/amsterdam-time.ts'
import { type FieldProps, sharedProps } from './field-props.ts'

export function NumberInput({ value, onChange, min, max, suffix, ...field }: FieldProps<number | null> & { min?: number; max?: number; suffix?: string }) {
  const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }), ...(suffix === undefined ? {} : { suffix }) }
  return <LibraryNumberInput {...sharedProps(field)} {...limits} value={value ?? ''} allowDecimal={false} onChange={(typed) => onChange(typed === '' ? null : Number(typed))} />
}

export type SelectOption = { value: string; label: string; isDisabled?: boolean }

export function SelectInput({ value, onChange, options, ...field }: FieldProps<string> & { options: readonly SelectOption[] }) {
  const data = options.map(({ value: option, label, isDisabled }) => ({ value: option, label, disabled: isDisabled ?? false }))
  return <NativeSelect {...sharedProps(field)} data={data} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
}

/** An instant, typed and shown as Dutch wall-clock time whatever the computer's own zone is. */
export function DateTimeInput({ value, onChange, min, max, ...field }: FieldProps<string | null> & { min?: string; max?: string }) {
  return (
    <LibraryTextInput
      {...sharedProps(field)}
      type="datetime-local"
      value={toAmsterdamInput(value)}
      {...(min === undefined ? {} : { min: toAmsterdamInput(min) })}
      {...(max === undefined ? {} : { max: toAmsterdamInput(max) })}
      onChange={(event) => onChange(fromAmsterdamInput(event.currentTarget.value))}
    />
  )
}

export function TextAreaInput({ value, onChange, rows = 3, maxLength, ...field }: FieldProps<string> & { rows?: number; maxLength?: number }) {
  return <Textarea {...sharedProps(field)} {...(maxLength === undefined ? {} : { maxLength })} rows={rows} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
}
