import { moneyCounts, paymentCounts, paymentReportApi, type PaymentCount } from '@regie/contract/payment-report.ts'
import { dateFormat, formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { weekdayName, weekdays } from '../../locales/weekdays.ts'
import { paths } from '../../paths.ts'
import { useAddress } from '../../session/address.ts'
import { SaveReport } from '../../session/save-report.tsx'
import { useMayCall } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { PeriodInput } from '../../ui/dates/period-input.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Page } from '../../ui/page.tsx'
import { usePaymentColumns } from './payment-columns.tsx'
import { downloadPaymentRows, type RowsAsked, usePaymentRows } from './report-data.ts'
import { hoursOfDay } from './report-figures.ts'
import styles from './payment-report.module.css'

const places = ['counted', 'from', 'until', 'currency', 'scriptID', 'weekday', 'hour'] as const
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const idPattern = /^\d{1,15}$/

type Address = Record<(typeof places)[number], string>

/** What the address asks; of what it cannot mean, the usual. */
function askedBy(address: Address, customerID: number, chosenScript: number | null): RowsAsked {
  const counted = paymentCounts.find((one) => one === address.counted) ?? 'links'
  const scriptID = idPattern.test(address.scriptID) ? Number(address.scriptID) : chosenScript
  const weekday = weekdays.find((one) => String(one) === address.weekday)
  const hour = hoursOfDay.find((one) => String(one) === address.hour)
  return {
    ...{ customerID, counted },
    ...(scriptID !== null && { scriptID }),
    ...(dayPattern.test(address.from) && { from: address.from }),
    ...(dayPattern.test(address.until) && { until: address.until }),
    ...(/^[A-Z]{3}$/.test(address.currency) && { currency: address.currency }),
    ...(counted === 'byLink' && weekday !== undefined && { weekday }),
    ...(counted === 'byLink' && hour !== undefined && { hour }),
  }
}

const ofMoney = (counted: PaymentCount) => moneyCounts.some((one) => one === counted)

/** The links or payments behind a number of the report, newest first; every choice stands in the address. */
export function PaymentRows({ customerID, scriptID }: { customerID: number; scriptID: number | null }) {
  const t = useText()
  const [address, change] = useAddress(places)
  const asked = askedBy(address, customerID, scriptID)
  const { counted, weekday, hour, currency } = asked
  const maySee = useMayCall(paymentReportApi.rows)
  const list = usePaymentRows(asked, maySee)
  const columns = usePaymentColumns(ofMoney(counted))
  const { from, until, sums = [] } = list.lastPage ?? {}
  const count = list.total?.value ?? 0
  const isOfMoney = ofMoney(counted)
  const title =
    weekday !== undefined && hour !== undefined
      ? t('paymentReport.rows.atHour', { day: weekdayName(Number(weekday)), hour: Number(hour) })
      : t(`paymentReport.rows.titles.${counted}`)
  // One script was asked for: its name stands in each row.
  const script = asked.scriptID === undefined ? undefined : list.rows[0]?.script
  const about = [from !== undefined && until !== undefined ? daysInWords(from, until) : '', script ?? '', currency ?? '']
  const days = { from: asked.from ?? '', until: asked.until ?? '' }
  return (
    <Page
      title={title}
      subtitle={about.filter((part) => part !== '').join(' · ')}
      back={{
        to: paths.paymentReport(counted !== 'received' && days.from !== '' && days.until !== '' ? days : undefined),
        label: t('paymentReport.title'),
      }}
      actions={maySee && <SaveReport of={paymentReportApi.file} download={(locale) => downloadPaymentRows(asked, locale)} />}
      filters={
        <>
          <PeriodInput label={t('paymentReport.period')} value={days} onChange={change} />
          <SelectInput
            label={t('paymentReport.rows.counted')}
            isLabelHidden
            value={counted}
            onChange={(value) => change({ counted: value, weekday: '', hour: '' })}
            options={paymentCounts.map((value) => ({ value, label: t(`paymentReport.rows.titles.${value}`) }))}
          />
          {counted === 'byLink' && (
            <>
              <SelectInput
                label={t('paymentReport.hours.day')}
                isLabelHidden
                value={String(weekday ?? '')}
                onChange={(value) => change({ weekday: value })}
                options={[
                  { value: '', label: t('paymentReport.rows.everyDay') },
                  ...weekdays.map((day) => ({ value: String(day), label: weekdayName(day) })),
                ]}
              />
              <SelectInput
                label={t('paymentReport.rows.hour')}
                isLabelHidden
                value={String(hour ?? '')}
                onChange={(value) => change({ hour: value })}
                options={[
                  { value: '', label: t('paymentReport.rows.everyHour') },
                  ...hoursOfDay.map((one) => ({ value: String(one), label: t('paymentReport.rows.atOne', { hour: one }) })),
                ]}
              />
            </>
          )}
          {address.scriptID !== '' && (
            <Button kind="quiet" onPress={() => change({ scriptID: '' })}>
              {t('paymentReport.rows.everyScript')}
            </Button>
          )}
        </>
      }
    >
      {!maySee ? (
        <EmptyState icon="lock" title={t('paymentReport.rows.noRight')} text={t('paymentReport.rows.noRightText')} />
      ) : (
        <>
          {list.total !== null && (
            <p className={styles.sum} role="status">
              <span>
                {t(isOfMoney ? 'paymentReport.rows.payments' : 'paymentReport.rows.links', { count, shown: formatNumber(count) })}
              </span>
              {sums.map((sum) => (
                <span key={sum.currency}>{formatMoney(sum.amountCents, sum.currency)}</span>
              ))}
            </p>
          )}
          <DataTable
            label={title}
            columns={columns}
            list={list}
            rowKey={({ rowID }) => String(rowID)}
            linkTo={({ caseID }) => paths.case(caseID)}
            empty={
              <EmptyState
                icon="link"
                title={t(isOfMoney ? 'paymentReport.rows.noPayments' : 'paymentReport.funnel.none')}
                text={t('paymentReport.rows.noneText')}
                action={<AppLink to={paths.paymentReport()}>{t('paymentReport.title')}</AppLink>}
              />
            }
          />
        </>
      )}
    </Page>
  )
}

function daysInWords(from: string, until: string): string {
  const day = dateFormat('figure day', { day: 'numeric', month: 'long', year: 'numeric' })
  return day.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${until}T12:00:00Z`))
}
