import { type ReactNode, useState } from 'react'
import { useText } from '../locales/i18n.tsx'
import { Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'

type TextInputProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'search'
  placeholder?: string
  autoComplete?: string
  inputMode?: 'numeric' | 'text'
  icon?: ReactNode
  maxLength?: number
  autoFocus?: boolean
}

export function TextInput({
  value,
  onChange,
  type = 'text',
  placeholder,
  autoComplete = 'off',
  inputMode,
  icon,
  maxLength,
  autoFocus,
  ...field
}: TextInputProps) {
  return (
    <Field {...field}>
      {(parts) => (
        <div className={styles.withPart}>
          {icon}
          <input
            {...parts}
            type={type}
            value={value}
            placeholder={placeholder}
            autoComplete={autoComplete}
            inputMode={inputMode}
            maxLength={maxLength}
            autoFocus={autoFocus}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  )
}

export function PasswordInput({
  value,
  onChange,
  autoComplete = 'current-password',
  autoFocus,
  ...field
}: FieldProps<string> & { autoComplete?: string; autoFocus?: boolean }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <Field {...field}>
      {(parts) => (
        <div className={styles.withPart}>
          <input
            {...parts}
            type={isShown ? 'text' : 'password'}
            value={value}
            autoComplete={autoComplete}
            autoFocus={autoFocus}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <button
            type="button"
            className={styles.eye}
            aria-label={isShown ? t('ui.hidePassword') : t('ui.showPassword')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t('ui.hide') : t('ui.show')}
          </button>
        </div>
      )}
    </Field>
  )
}
