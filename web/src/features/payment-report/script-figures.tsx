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
import styles from './payment-report.module.css'

type Row = ResponseOf<typeof paymentReportApi.scripts>['rows'][number]

const columns = ['script', 'links', 'clicked', 'paid', 'share', 'money'] as const

/** The links of each script beside each other: which of them brings money in. */
export function ScriptFigures({ scope }: { scope: ReportScope }) {
  const t = useText()
  return (
    <Panel title={t('paymentReport.scripts.title')}>
      <Loaded query={useScriptFigures(scope)} lines={5}>
        {({ rows }) =>
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
                    <ScriptRow key={`${row.scriptID} ${row.currency}`} row={row} />
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

function ScriptRow({ row }: { row: Row }) {
  const share = shareOf(row.paid, row.links)
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td>{formatNumber(row.links)}</td>
      <td>{formatNumber(row.clicked)}</td>
      <td>{formatNumber(row.paid)}</td>
      <td>
        <span className={styles.share}>
          <span className={styles.bar} aria-hidden>
            <span data-tone="success" style={{ width: `${100 * share}%` }} />
          </span>
          {formatShare(share)}
        </span>
      </td>
      <td>{formatMoney(row.paidCents, row.currency)}</td>
    </tr>
  )
}
