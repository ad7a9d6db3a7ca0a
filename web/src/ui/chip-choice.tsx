import { useId } from 'react'
import styles from './chip-choice.module.css'

type ChipChoiceProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
}

/** One of a few views of the same list, all in sight. Native radios: the arrows of the keyboard go from one to the next. */
export function ChipChoice<Value extends string>({ label, value, onChange, options }: ChipChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.chip}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
