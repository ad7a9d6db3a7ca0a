import { type ReactNode, useId } from 'react'
import styles from './toggles.module.css'

type ToggleProps = {
  label: ReactNode
  value: boolean
  onChange: (value: boolean) => void
  help?: ReactNode
  isDisabled?: boolean | undefined
  name?: string | undefined
  onBlur?: (() => void) | undefined
}

export function CheckInput(props: ToggleProps) {
  return <Toggle {...props} className={styles.check} />
}

export function SwitchInput(props: ToggleProps) {
  return <Toggle {...props} className={styles.switch} role="switch" />
}

// Native checkboxes: they are the ones that every browser, keyboard and screen reader knows, and cost nothing.
function Toggle({
  label,
  value,
  onChange,
  help,
  isDisabled,
  name,
  onBlur,
  className,
  role,
}: ToggleProps & { className: string | undefined; role?: 'switch' }) {
  const helpId = useId()
  return (
    <label className={styles.toggle}>
      <input
        type="checkbox"
        className={className}
        role={role}
        name={name}
        checked={value}
        disabled={isDisabled}
        aria-describedby={help === undefined ? undefined : helpId}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {help !== undefined && (
          <span id={helpId} className={styles.help}>
            {help}
          </span>
        )}
      </span>
    </label>
  )
}

type ChoiceInputProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; help?: ReactNode }[]
}

/** A few exclusive choices shown at once. */
export function ChoiceInput<Value extends string>({ label, value, onChange, options }: ChoiceInputProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.toggle}>
          <input
            type="radio"
            className={styles.check}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.help !== undefined && <span className={styles.help}>{option.help}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
