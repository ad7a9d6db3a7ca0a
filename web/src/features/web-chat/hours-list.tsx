import type { WebChatHours } from '@regie/contract/web-chat.ts'
import { dateFormat } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { weekdays } from '../../locales/weekdays.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './web-chat.module.css'

type HoursListProps = { hours: readonly WebChatHours[]; onChange: (hours: WebChatHours[]) => void }

const rowsMax = 14
// 8 February 2027 is a Monday.
const dayName = (weekday: number) => dateFormat('chat weekday', { weekday: 'short' }).format(new Date(Date.UTC(2027, 1, 7 + weekday, 12)))
const clocks = Array.from({ length: 48 }, (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`)
const optionsOf = (present: string) =>
  (clocks.includes(present) ? clocks : [...clocks, present].sort()).map((value) => ({ value, label: value }))

/** The hours of the week in which somebody answers. */
export function HoursList({ hours, onChange }: HoursListProps) {
  const t = useText()
  const put = (at: number, part: Partial<WebChatHours>) => onChange(hours.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <Stack isWide>
      <p className={styles.soft}>{t('webChat.hoursHelp')}</p>
      {hours.length === 0 && <Notice icon="clock">{t('webChat.never')}</Notice>}
      {hours.map((row, at) => (
        // Rows have no name of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.hours}>
          <fieldset className={styles.days}>
            <legend>{t('webChat.days')}</legend>
            {weekdays.map((weekday) => (
              <button
                key={weekday}
                type="button"
                className={styles.day}
                aria-pressed={row.weekdays.includes(weekday)}
                onClick={() => put(at, { weekdays: weekdays.filter((one) => (one === weekday) !== row.weekdays.includes(one)) })}
              >
                {dayName(weekday)}
              </button>
            ))}
          </fieldset>
          <SelectInput
            label={t('webChat.from')}
            value={row.start}
            options={optionsOf(row.start)}
            onChange={(start) => put(at, { start })}
          />
          <SelectInput
            label={t('webChat.until')}
            value={row.end}
            options={optionsOf(row.end)}
            error={row.start < row.end ? undefined : t('webChat.hoursReversed')}
            onChange={(end) => put(at, { end })}
          />
          <IconButton icon="trash" label={t('webChat.removeHours')} onPress={() => onChange(hours.filter((_, index) => index !== at))} />
        </div>
      ))}
      {hours.length < rowsMax && (
        <div>
          <Button
            icon={<Icon name="plus" size={16} />}
            onPress={() => onChange([...hours, { weekdays: [1, 2, 3, 4, 5], start: '09:00', end: '17:00' }])}
          >
            {t('webChat.addHours')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
