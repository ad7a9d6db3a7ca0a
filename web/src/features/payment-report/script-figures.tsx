import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { paymentReportApi } from '@regie/contract/payment-report.ts'
import { formatMoney, formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { type ReportScope, useScriptFigures } from './report-data.ts'
import { shareOf } from './report-figures.ts'
import { RowsLink } from './rows-link.tsx'
import styles from './payment-report.module.css'

type Row = ResponseOf<typeof paymentReportApi.scripts>['rows'][number]

const columns = ['script', 'links', 'clicked', 'paid', 'share', 'money'] as const

/** The links of each script beside each other: which of them brings money in. */
export function ScriptFigures({ scope }: { scope: ReportScope }) {
  const t = useText()
  return (
    <Panel title={t('paymentReport.scripts.title')}>
      <Loaded query={useScriptFigures(scope)} lines={5}>
        {({ rows, from, until }) =>
          rows.length === 0 ? (
            <EmptyState icon="script" title={t('paymentReport.funnel.none')} />
          ) : (
            <ScrollRegion className={`${styles.scrolls} fades-aside`} label={t('paymentReport.scripts.table')}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    {columns.map((column) => (
                      <th key={column} scope="col">
                        {t(`paymentReport.scripts.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <ScriptRow key={`${row.scriptID} ${row.currency}`} row={row} days={{ from, until }} />
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          )
        }
      </Loaded>
    </Panel>
  )
}

function ScriptRow({ row, days }: { row: Row; days: { from: string; until: string } }) {
  const t = useText()
  const share = shareOf(row.paid, row.links)
  const about = { ...days, scriptID: String(row.scriptID), currency: row.currency }
  const number = (counted: 'links' | 'clicked' | 'paid', shown: string) => (
    <RowsLink
      count={row[counted]}
      shown={shown}
      what={`${row.name}, ${t(`paymentReport.scripts.${counted}`)}`}
      search={{ counted, ...about }}
    />
  )
  return (
    <tr>
      <th scope="row">{number('links', row.name)}</th>
      <td>{number('links', formatNumber(row.links))}</td>
      <td>{number('clicked', formatNumber(row.clicked))}</td>
      <td>{number('paid', formatNumber(row.paid))}</td>
      <td>
        <span className={styles.share}>
          <span className={styles.bar} aria-hidden>
            <span data-tone="success" style={{ width: `${100 * share}%` }} />
          </span>
          {formatShare(share)}
        </span>
      </td>
      <td>{number('paid', formatMoney(row.paidCents, row.currency))}</td>
    </tr>
  )
}
