import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'

type NameFieldProps = { name: string; taken: readonly string[]; isDisabled: boolean; onChange: (name: string) => void }

/** The name of a step. What is typed becomes a name when the field is left, so that no half word leads anywhere. */
export function NameField({ name, taken, isDisabled, onChange }: NameFieldProps) {
  const t = useText()
  const [typed, setTyped] = useState({ name, text: name })
  const text = typed.name === name ? typed.text : name
  const wanted = nameOf(text)
  const error = wanted === '' ? t('flow.form.nameMissing') : taken.includes(wanted) ? t('flow.form.nameTaken') : undefined
  return (
    <TextInput
      label={t('flow.form.name')}
      help={t('flow.form.nameHelp')}
      value={text}
      maxLength={40}
      isRequired
      isDisabled={isDisabled}
      error={error}
      onChange={(value) => setTyped({ name, text: value })}
      onBlur={() => {
        if (error !== undefined || wanted === name) setTyped({ name, text: error === undefined ? wanted : text })
        else onChange(wanted)
      }}
    />
  )
}

/** "Wacht op mail!" becomes wacht-op-mail. */
function nameOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
}
