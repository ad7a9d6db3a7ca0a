import type { FieldDefinition } from '@regie/contract/fields.ts'
import { choiceText } from '../../../locales/choice-words.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { AmountInput } from '../../../ui/amount-input.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'

type FieldInputProps = {
  field: FieldDefinition
  value: string
  error?: string | undefined
  isDisabled?: boolean
  help?: string | undefined
  /** In place of the field's own name. */
  label?: string | undefined
  /** Marked where it is, when other fields of its group may stand in its place. */
  isRequired?: boolean
  onChange: (value: string) => void
  onBlur?: () => void
}

/** The input that fits the type of a case's field. What is typed is read by the server as an import reads it. */
export function FieldInput({
  field,
  value,
  error,
  help,
  isDisabled = false,
  isRequired = field.required,
  onChange,
  onBlur,
  ...named
}: FieldInputProps) {
  const t = useText()
  const own = field.label[useLocale()]
  const label = named.label ?? own
  const parts = { label, value, onChange, error, help, isRequired, isDisabled, name: field.key, onBlur }
  if (field.type === 'date') return <DateInput {...parts} hasChips={field.key !== 'geboortedatum'} />
  if (field.type === 'choice' || field.type === 'bool') {
    const choices = field.type === 'bool' ? ['ja', 'nee'] : (field.choices ?? [])
    const known = value === '' || choices.includes(value) ? choices : [value, ...choices]
    return (
      <SelectInput
        {...parts}
        options={[
          { value: '', label: t('cases.fields.noChoice') },
          ...known.map((choice) => ({ value: choice, label: choiceText(field, choice) })),
        ]}
      />
    )
  }
  if (field.type === 'amount')
    return <AmountInput {...parts} mayBeZero {...(field.example !== undefined && { placeholder: field.example })} />
  const type = field.type === 'phone' ? 'tel' : field.type === 'email' ? 'email' : 'text'
  return (
    <TextInput
      {...parts}
      type={type}
      maxLength={field.maxLength}
      {...(field.type === 'integer' && { inputMode: 'numeric' as const })}
      {...(field.example !== undefined && { placeholder: field.example })}
    />
  )
}
