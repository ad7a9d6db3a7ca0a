import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { NumberInput, SelectInput } from '../../../ui/inputs.tsx'
import styles from '../flow.module.css'
import { type TimeUnit, unitMinutes, unitOf } from '../step-words.ts'

type TimeInputProps = { label: string; minutes: number; isDisabled: boolean; onChange: (minutes: number) => void }

const units = Object.keys(unitMinutes) as TimeUnit[]
// Thirty days is as far as anybody plans a script; a year is as far as anybody could mean.
const daysMax = 365

/** A length of time as people say it: a number of minutes, hours or days. */
export function TimeInput({ label, minutes, isDisabled, onChange }: TimeInputProps) {
  const t = useText()
  const [unit, setUnit] = useState(unitOf(minutes))
  const max = (daysMax * unitMinutes.days) / unitMinutes[unit]
  const change = (count: number, of: TimeUnit) =>
    onChange(Math.min(Math.max(count, 1), (daysMax * unitMinutes.days) / unitMinutes[of]) * unitMinutes[of])
  const count = Math.max(1, Math.round(minutes / unitMinutes[unit]))
  return (
    <div className={styles.pair}>
      <NumberInput
        label={label}
        value={count}
        min={1}
        max={max}
        isDisabled={isDisabled}
        onChange={(value) => value !== null && change(value, unit)}
      />
      <SelectInput
        label={t('flow.time.unit')}
        isDisabled={isDisabled}
        value={unit}
        options={units.map((one) => ({ value: one, label: t(`flow.time.units.${one}`) }))}
        onChange={(chosen) => {
          setUnit(chosen as TimeUnit)
          change(count, chosen as TimeUnit)
        }}
      />
    </div>
  )
}
