import { type ReactNode, type Ref, useId } from 'react'
import { useText } from '../locales/i18n.tsx'
import styles from './field.module.css'

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

/** What the input inside gets: how it is named and described, and whether it is wrong. */
type InputParts = {
  id: string
  ref: Ref<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement> | undefined
  name: string | undefined
  className: string | undefined
  disabled: boolean | undefined
  'aria-label': string | undefined
  'aria-required': boolean | undefined
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
  onBlur: (() => void) | undefined
}

type FieldFrameProps = Omit<FieldProps<never>, 'value' | 'onChange'> & { children: (parts: InputParts) => ReactNode }

/** Label above, help under, error at the field: the frame around every input. */
export function Field({ label, help, error, isRequired, isDisabled, isLabelHidden, name, onBlur, inputRef, children }: FieldFrameProps) {
  const t = useText()
  const id = useId()
  const described = [help === undefined ? null : `${id}-help`, error === undefined ? null : `${id}-error`].filter((part) => part !== null)
  const parts: InputParts = {
    id,
    name,
    ref: inputRef,
    className: styles.input,
    disabled: isDisabled,
    'aria-label': isLabelHidden ? label : undefined,
    'aria-required': isRequired || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    onBlur,
  }
  return (
    <div className={styles.field}>
      {!isLabelHidden && (
        <label htmlFor={id} className={styles.label}>
          {label}
          {isRequired && (
            <span className={styles.required} title={t('ui.required')} aria-hidden="true">
              {' *'}
            </span>
          )}
        </label>
      )}
      {children(parts)}
      {help !== undefined && (
        <div id={`${id}-help`} className={styles.help}>
          {help}
        </div>
      )}
      {error !== undefined && (
        <div id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </div>
      )}
    </div>
  )
}
