import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useHolidays } from '../times-data.ts'

type HolidayReminderProps = { customerID: number; year: number; onLook: () => void }

/** From November: nobody has looked at the holidays of the year to come. */
export function HolidayReminder({ customerID, year, onLook }: HolidayReminderProps) {
  const t = useText()
  const { data } = useHolidays(customerID, null, year)
  if (!data?.askToConfirm || data.year !== year) return null
  return (
    <Notice
      tone="warning"
      icon="calendar"
      title={t('times.holidays.ask', { year: String(year) })}
      action={<Button onPress={onLook}>{t('times.holidays.look')}</Button>}
    >
      {t('times.holidays.askText')}
    </Notice>
  )
}
