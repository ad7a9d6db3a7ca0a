import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/en-gb'
import 'dayjs/locale/fr'
import 'dayjs/locale/nl'
import { DatePicker, DatesProvider } from '@mantine/dates'
import type { Locale } from '@regie/contract/locale.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Kit } from '../kit.tsx'
import styles from './dates.module.css'

const dayjsLocale: Record<Locale, string> = { nl: 'nl', eng: 'en-gb', fr: 'fr' }

type CalendarProps = { today: string; min?: string | undefined; max?: string | undefined } & (
  | { value: string; onChange: (day: string) => void; range?: undefined }
  | { range: { from: string; to: string }; onChange: (range: { from: string; to: string }) => void }
)

/** Months to choose a day or a period in, of the component library; loaded when a field opens it. */
export function Calendar({ today, min, max, ...choice }: CalendarProps) {
  const t = useText()
  const locale = useLocale()
  const first = choice.range === undefined ? choice.value : choice.range.to || choice.range.from
  const parts = {
    defaultDate: first || (max !== undefined && max < today ? max : min !== undefined && min > today ? min : today),
    hideOutsideDates: true,
    ...(min !== undefined && { minDate: min }),
    ...(max !== undefined && { maxDate: max }),
    getDayProps: (day: string) => (day === today ? { 'aria-current': 'date' as const } : {}),
    classNames: { day: styles.day, calendarHeaderLevel: styles.level, weekday: styles.weekday },
    ariaLabels: {
      monthLevelControl: t('fields.date.month'),
      yearLevelControl: t('fields.date.year'),
      nextMonth: t('fields.date.nextMonth'),
      previousMonth: t('fields.date.previousMonth'),
      nextYear: t('fields.date.nextYear'),
      previousYear: t('fields.date.previousYear'),
      nextDecade: t('fields.date.nextDecade'),
      previousDecade: t('fields.date.previousDecade'),
    },
  }
  return (
    <Kit>
      <DatesProvider settings={{ locale: dayjsLocale[locale], firstDayOfWeek: 1, weekendDays: [] }}>
        {choice.range === undefined ? (
          <DatePicker {...parts} value={choice.value || null} onChange={(day) => day !== null && choice.onChange(day)} />
        ) : (
          <DatePicker
            {...parts}
            type="range"
            allowSingleDateInRange
            value={[choice.range.from || null, choice.range.to || null]}
            onChange={([from, to]) => choice.onChange({ from: from ?? '', to: to ?? '' })}
          />
        )}
      </DatesProvider>
    </Kit>
  )
}
