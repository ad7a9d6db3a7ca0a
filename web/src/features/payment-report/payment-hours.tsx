import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { weekdayName } from '../../locales/weekdays.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { type ReportScope, usePaymentHours } from './report-data.ts'
import { busiestHour, type HourCell, hoursOfDay, hourTable, shareOf } from './report-figures.ts'
import styles from './payment-report.module.css'

/** At which hour of which weekday people paid by link: the darker, the more. Each number leads to its cases. */
export function PaymentHours({ scope }: { scope: ReportScope }) {
  const t = useText()
  return (
    <Panel title={t('paymentReport.hours.title')}>
      <Loaded query={usePaymentHours(scope)} lines={8}>
        {({ rows, from, until }) =>
          rows.length === 0 ? (
            <EmptyState icon="clock" title={t('paymentReport.hours.none')} />
          ) : (
            <HoursTable table={hourTable(rows)} days={{ from, until }} />
          )
        }
      </Loaded>
    </Panel>
  )
}

type Days = { from: string; until: string }

function HoursTable({ table, days }: { table: HourCell[][]; days: Days }) {
  const t = useText()
  const busiest = busiestHour(table)
  return (
    <div className={styles.parts}>
      {busiest !== null && (
        <p>
          {t('paymentReport.hours.busiest', {
            day: weekdayName(busiest.weekday),
            hour: busiest.hour,
            count: busiest.count,
            shown: formatNumber(busiest.count),
          })}
        </p>
      )}
      <ScrollRegion className={`${styles.scrolls} fades-aside`} label={t('paymentReport.hours.caption')}>
        <table className={styles.hours}>
          <caption className="visually-hidden">{t('paymentReport.hours.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('paymentReport.hours.day')}</th>
              {hoursOfDay.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.map((cells) => (
              <tr key={cells[0]?.weekday}>
                <th scope="row">{weekdayName(cells[0]?.weekday ?? 1)}</th>
                {cells.map((cell) => (
                  <Cell key={cell.hour} cell={cell} share={shareOf(cell.count, busiest?.count ?? 0)} days={days} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

function Cell({ cell, share, days }: { cell: HourCell; share: number; days: Days }) {
  const t = useText()
  const { weekday, hour, count, sums } = cell
  if (count === 0)
    return (
      <td>
        <span className="visually-hidden">{formatNumber(0)}</span>
      </td>
    )
  const money = sums.map(({ currency, cents }) => formatMoney(cents, currency)).join(' + ')
  const words = t('paymentReport.hours.cell', { day: weekdayName(weekday), hour, count, shown: formatNumber(count), money })
  return (
    <td>
      <AppLink
        to={paths.paymentRows({ counted: 'byLink', weekday: String(weekday), hour: String(hour), ...days })}
        className={styles[`heat${Math.max(1, Math.ceil(share * 4))}`]}
        title={words}
        label={words}
      >
        {formatNumber(count)}
      </AppLink>
    </td>
  )
}
