import { fromAmsterdamInput, toAmsterdamInput } from '../../locales/amsterdam-time.ts'
import { useText } from '../../locales/i18n.tsx'
import { daysAfter, relativeWord, weekdayOf } from '../../locales/read-day.ts'
import { readMoment, typedMoment, usualTime } from '../../locales/read-moment.ts'
import type { FieldProps } from '../field.tsx'
import { fridayFrom, TypedField } from './date-input.tsx'
import { Calendar, type DateChip, DatePanel, todayInAmsterdam } from './date-panel.tsx'
import { TimeInput } from './time-input.tsx'
import { useTyped } from './use-typed.ts'

const hourMs = 3_600_000
const quarterMs = 900_000

export type DateTimeInputProps = FieldProps<string | null> & { min?: string; max?: string }

/** An instant, typed and shown as Dutch wall-clock time whatever the computer's own zone is. A day without a time is never midnight. */
export function DateTimeInput({ value, onChange, min, max, ...field }: DateTimeInputProps) {
  const t = useText()
  const today = todayInAmsterdam()
  const read = (typed: string) => readMoment(typed, today, { min, max })
  const show = typedMoment
  const typed = useTyped<string | null>({
    value: whole(value),
    empty: null,
    read,
    show,
    onChange,
    kind: 'moment',
    min: whole(min),
    max: whole(max),
  })
  const [day = '', time = usualTime] = value === null ? [] : toAmsterdamInput(value).split('T')
  const put = (changed: { day?: string; time?: string }) =>
    onChange(fromAmsterdamInput(`${changed.day ?? (day || today)}T${changed.time ?? time}`))
  return (
    <TypedField
      {...field}
      error={field.error ?? typed.fault}
      text={typed.text}
      placeholder={t('fields.date.momentPlaceholder')}
      onType={typed.type}
      onLeave={typed.leave}
    >
      {(panel) => (
        <DatePanel
          {...panel.parts}
          chips={momentChips(t('fields.date.inAnHour'), today, { min, max }, (moment) => {
            onChange(moment)
            panel.close()
          })}
          beneath={
            <TimeInput
              label={t('fields.date.time')}
              value={value === null ? '' : time}
              onChange={(chosen) => chosen !== '' && put({ time: chosen })}
            />
          }
        >
          <Calendar
            today={today}
            min={min === undefined ? undefined : toAmsterdamInput(min).slice(0, 10)}
            max={max === undefined ? undefined : toAmsterdamInput(max).slice(0, 10)}
            value={day}
            onChange={(chosen) => put({ day: chosen })}
          />
        </DatePanel>
      )}
    </TypedField>
  )
}

// Fields show whole minutes; an instant with seconds is the same moment to who reads it.
function whole<Moment extends string | null | undefined>(moment: Moment) {
  return moment ? (fromAmsterdamInput(toAmsterdamInput(moment)) as Moment) : moment
}

function momentChips(
  hourWord: string,
  today: string,
  { min, max }: { min?: string | undefined; max?: string | undefined },
  choose: (moment: string) => void,
): DateChip[] {
  const atTen = (days: number) => fromAmsterdamInput(`${daysAfter(today, days)}T${usualTime}`) ?? ''
  const friday = fridayFrom(today)
  const chips = [
    { key: 'hour', label: hourWord, moment: new Date(Math.ceil((Date.now() + hourMs) / quarterMs) * quarterMs).toISOString() },
    { key: 'tomorrow', label: `${relativeWord(1)} ${usualTime}`, moment: atTen(1) },
    { key: 'friday', label: `${weekdayOf(daysAfter(today, friday))} ${usualTime}`, moment: atTen(friday) },
    { key: 'week', label: `${relativeWord(7)} ${usualTime}`, moment: atTen(7) },
  ]
  return chips
    .filter(({ moment }) => (min ?? '') <= moment && moment <= (max ?? '9999'))
    .map(({ key, label, moment }) => ({ key, label: label.charAt(0).toUpperCase() + label.slice(1), onPress: () => choose(moment) }))
}
