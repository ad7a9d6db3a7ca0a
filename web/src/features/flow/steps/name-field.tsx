import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'

type NameFieldProps = { name: string; taken: readonly string[]; isDisabled: boolean; onChange: (name: string) => void }

/** What staff call a step. It is drawn when the field is left: one change, not one for each letter. */
export function NameField({ name, taken, isDisabled, onChange }: NameFieldProps) {
  const t = useText()
  const [typed, setTyped] = useState({ name, text: name })
  const text = typed.name === name ? typed.text : name
  const wanted = text.trim()
  const isTaken = taken.some((one) => one.toLowerCase() === wanted.toLowerCase())
  const error = wanted === '' ? t('flow.form.nameMissing') : isTaken ? t('flow.form.nameTaken') : undefined
  return (
    <TextInput
      label={t('flow.form.name')}
      value={text}
      maxLength={60}
      isRequired
      isDisabled={isDisabled}
      error={error}
      onChange={(value) => setTyped({ name, text: value })}
      onBlur={() => error === undefined && wanted !== name && onChange(wanted)}
    />
  )
}
