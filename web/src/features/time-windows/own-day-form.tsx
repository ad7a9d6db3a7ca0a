import type { HolidayYear } from '@regie/contract/time-windows.ts'
import { useState } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import styles from './times.module.css'

type Day = HolidayYear['days'][number]

/** A day off of the customer's own. */
export function OwnDayForm({ year, days, onAdd }: { year: number; days: readonly Day[]; onAdd: (day: Day) => void }) {
  const t = useText()
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const isTwice = days.some((day) => day.date === date)
  const isWrong = date === '' || !date.startsWith(`${year}-`)
  const add = () => {
    const words = name.trim()
    onAdd({ date, name: { nl: words, eng: words, fr: words }, source: 'eigen', enabled: true, byLaw: false, hours: null })
    setDate('')
    setName('')
  }
  return (
    <div className={styles.ownDay}>
      <DateInput
        label={t('times.holidays.ownDate')}
        value={date}
        min={`${year}-01-01`}
        max={`${year}-12-31`}
        error={isTwice ? errorText('times.dateTwice') : undefined}
        onChange={setDate}
      />
      <TextInput label={t('times.holidays.ownName')} value={name} maxLength={60} onChange={setName} />
      <Button
        icon={<Icon name="plus" size={16} />}
        reason={isWrong || isTwice || name.trim() === '' ? t('times.holidays.ownMissing', { year: String(year) }) : undefined}
        onPress={add}
      >
        {t('times.holidays.ownAdd')}
      </Button>
    </div>
  )
}
