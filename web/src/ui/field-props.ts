import type { ReactNode, Ref } from 'react'

/** What every input takes. `error` is a text to show; forms make it from a code. */
export type FieldProps<Value> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
  help?: ReactNode
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
  name?: string | undefined
  /** The label is read aloud but not shown: for filters and tables. */
  isLabelHidden?: boolean | undefined
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement> | undefined
}

/** Our props in the library's words. */
export function sharedProps(field: Omit<FieldProps<never>, 'value' | 'onChange'>) {
  const ref = field.inputRef as Ref<never> | undefined
  return {
    ...(field.isLabelHidden ? { 'aria-label': field.label } : { label: field.label }),
    ...(ref === undefined ? {} : { ref }),
    ...(field.help === undefined ? {} : { description: field.help }),
    ...(field.onBlur === undefined ? {} : { onBlur: field.onBlur }),
    ...(field.name === undefined ? {} : { name: field.name }),
    error: field.error,
    required: field.isRequired ?? false,
    disabled: field.isDisabled ?? false,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    size: 'sm' as const,
  }
}
