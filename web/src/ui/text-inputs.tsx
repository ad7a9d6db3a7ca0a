import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput as LibraryPasswordInput, TextInput as LibraryTextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../locales/i18n.tsx'
import { type FieldProps, sharedProps } from './field-props.ts'

type TextInputProps = FieldProps<string> & { type?: 'text' | 'email' | 'tel' | 'search'; placeholder?: string; autoComplete?: string; icon?: ReactNode; maxLength?: number; autoFocus?: boolean }

export function TextInput({ value, onChange, type = 'text', placeholder, autoComplete, icon, maxLength, autoFocus, ...field }: TextInputProps) {
  return (
    <LibraryTextInput
      {...sharedProps(field)}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(maxLength === undefined ? {} : { maxLength })}
      autoComplete={autoComplete ?? 'off'}
      autoFocus={autoFocus ?? false}
      leftSection={icon}
      type={type}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function PasswordInput({ value, onChange, autoComplete = 'current-password', ...field }: FieldProps<string> & { autoComplete?: string }) {
  const t = useText()
  return (
    <LibraryPasswordInput
      {...sharedProps(field)}
      autoComplete={autoComplete}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('ui.showPassword'), tabIndex: 0 }}
    />
  )
}
