import { receivedPeriods } from '@regie/contract/home.ts'
import { lazy, Suspense, useState } from 'react'
import { saveFile } from '../../api/download.ts'
import { dateFormat, formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ReceivedPeriod, useReceived } from './home-data.ts'
import { type ReceivedDay, daysWithMoney, everyDay, mainCurrency, receivedCsv } from './received-days.ts'
import styles from './home.module.css'

// The chart library is larger than the rest of the screen, so it comes after it.
const ReceivedChart = lazy(() => import('./received-chart.tsx').then((module) => ({ default: module.ReceivedChart })))

type ReceivedPanelProps = {
  customerID: number
  scriptID: number | null
  period: ReceivedPeriod
  /** Where the panel asks for its period itself. */
  onDays?: (days: string) => void
}

/** What came in on each day: a chart, or the same numbers as a table, and a file of them. */
export function ReceivedPanel({ customerID, scriptID, period, onDays }: ReceivedPanelProps) {
  const t = useText()
  const [isTable, setTable] = useState(false)
  const query = useReceived(customerID, scriptID, period)
  const rows = query.data?.rows ?? []
  const save = () => saveFile(new Blob([receivedCsv(t, rows)], { type: 'text/csv' }), `${t('home.chart.file')}-${query.data?.until}.csv`)
  const actions = (
    <>
      <Button kind="quiet" icon={<Icon name={isTable ? 'dashboard' : 'columns'} size={16} />} onPress={() => setTable(!isTable)}>
        {t(isTable ? 'home.chart.asChart' : 'home.chart.asTable')}
      </Button>
      <Button
        kind="quiet"
        icon={<Icon name="download" size={16} />}
        onPress={save}
        {...(rows.length === 0 && { reason: t('home.chart.nothing') })}
      >
        {t('home.chart.export')}
      </Button>
      {onDays !== undefined && 'days' in period && (
        <SelectInput
          label={t('home.chart.period')}
          isLabelHidden
          value={String(period.days)}
          onChange={onDays}
          options={receivedPeriods.map((days) => ({ value: String(days), label: t('home.chart.days', { days }) }))}
        />
      )}
    </>
  )
  return (
    <Panel title={t('home.chart.title')} actions={actions}>
      <div className={styles.chart}>
        <Loaded query={query} lines={7}>
          {(received) =>
            isTable ? (
              <ReceivedTable rows={daysWithMoney(received)} />
            ) : (
              <Chart days={everyDay(received)} currency={mainCurrency(received)} />
            )
          }
        </Loaded>
      </div>
    </Panel>
  )
}

function Chart({ days, currency }: { days: readonly ReceivedDay[]; currency: string }) {
  const t = useText()
  const total = days.reduce((sum, day) => sum + day.cents, 0)
  if (total === 0) return <p className={styles.quiet}>{t('home.chart.nothing')}</p>
  return (
    <div
      className={styles.chartBox}
      role="group"
      aria-label={t('home.chart.words', { total: formatMoney(total, currency), days: days.length })}
    >
      <Suspense fallback={<Skeleton lines={7} />}>
        <ReceivedChart days={days} currency={currency} />
      </Suspense>
    </div>
  )
}

function ReceivedTable({ rows }: { rows: readonly ReceivedDay[] }) {
  const t = useText()
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('home.chart.day')}</th>
            <th scope="col">{t('home.chart.receipts')}</th>
            <th scope="col">{t('home.chart.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.day} ${row.currency}`}>
              <th scope="row">
                <AppLink to={paths.figure({ figure: 'received', from: row.day, until: row.day })}>{dayWords(row.day)}</AppLink>
              </th>
              <td>{formatNumber(row.receipts)}</td>
              <td>{formatMoney(row.cents, row.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const dayWords = (day: string) =>
  dateFormat('day of chart', { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(`${day}T12:00:00Z`))
