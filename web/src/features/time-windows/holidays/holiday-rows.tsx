import type { HolidayYear } from '@regie/contract/time-windows.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SwitchInput } from '../../../ui/toggles.tsx'
import { HoursFields } from '../hours-fields.tsx'
import { dateName } from '../time-words.ts'
import styles from '../times.module.css'

type Day = HolidayYear['days'][number]
type HolidayRowsProps = { days: readonly Day[]; isFrozen: boolean; canRemove: boolean; onDays: (days: Day[]) => void }

const looks = {
  wet: { tone: 'neutral', icon: 'shield' },
  gelijkgesteld: { tone: 'info', icon: 'calendar' },
  eigen: { tone: 'accent', icon: 'edit' },
} as const
const anyHour = { minHour: 0, maxHour: 23 }

/** The days of a year, each on or off, with hours where one works for a part of it. What the law closes stays closed. */
export function HolidayRows({ days, isFrozen, canRemove, onDays }: HolidayRowsProps) {
  const t = useText()
  const change = (date: string, changed: Partial<Day>) => onDays(days.map((day) => (day.date === date ? { ...day, ...changed } : day)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keys on a narrow screen
    <section className={styles.scroll} tabIndex={0} aria-label={t('times.tabs.holidays')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('times.holidays.day')}</th>
            <th scope="col">{t('times.holidays.kind')}</th>
            <th scope="col">{t('times.holidays.state')}</th>
            <th scope="col">{t('times.holidays.hours')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <HolidayRow
              key={day.date}
              day={day}
              isFrozen={isFrozen}
              onChange={(changed) => change(day.date, changed)}
              onRemove={canRemove && day.source === 'eigen' ? () => onDays(days.filter(({ date }) => date !== day.date)) : null}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type HolidayRowProps = { day: Day; isFrozen: boolean; onChange: (changed: Partial<Day>) => void; onRemove: (() => void) | null }

function HolidayRow({ day, isFrozen, onChange, onRemove }: HolidayRowProps) {
  const t = useText()
  const locale = useLocale()
  const { date, name, source, enabled, byLaw, hours } = day
  return (
    <tr>
      <td>
        <strong>{name[locale]}</strong>
        <div className={styles.soft}>{dateName(date)}</div>
      </td>
      <td>
        <Badge {...looks[source]}>{t(`times.holidays.sources.${source}`)}</Badge>
      </td>
      <td>
        {byLaw ? (
          <span className={styles.hoursCell}>
            <Icon name="lock" size={16} /> {t('times.holidays.byLaw')}
          </span>
        ) : (
          <SwitchInput
            label={t(enabled ? 'times.holidays.closed' : 'times.holidays.ordinary')}
            value={enabled}
            isDisabled={isFrozen}
            onChange={(on) => onChange({ enabled: on, hours: on ? hours : null })}
          />
        )}
      </td>
      <td>
        <div className={styles.hoursCell}>
          {hours && (
            <HoursFields hours={hours} limits={anyHour} isDisabled={isFrozen} onChange={(changed) => onChange({ hours: changed })} />
          )}
          {!byLaw && enabled && !isFrozen && (
            <Button kind="quiet" onPress={() => onChange({ hours: hours ? null : { start: '09:00', end: '11:59' } })}>
              {t(hours ? 'times.holidays.noHours' : 'times.holidays.someHours')}
            </Button>
          )}
          {onRemove && !isFrozen && <IconButton icon="trash" label={`${t('times.remove')}: ${name[locale]}`} onPress={onRemove} />}
        </div>
      </td>
    </tr>
  )
}
