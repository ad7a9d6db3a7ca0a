import type { ResultRow } from '@regie/contract/cases-report.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import { shareText } from '../../ui/report/figure-words.ts'
import styles from '../../ui/report/report.module.css'
import { CaseNumber } from './case-number.tsx'
import { type CasesScope, casesOf, useCaseResults } from './cases-report-data.ts'

type Sum = Omit<ResultRow, 'result'>

/** With which results cases were closed, and what those owed and paid. */
export function ResultsTab({ scope }: { scope: CasesScope }) {
  const t = useText()
  const nameOf = ({ result }: ResultRow) =>
    result === '' ? t('casesReport.noResult') : isResultCode(result) ? `${t(`cases.results.${result}`)} (${result})` : result
  return (
    <Loaded query={useCaseResults(scope)} lines={8}>
      {({ rows, from, to, currency }) => {
        if (rows.length === 0) return <EmptyState icon="case" title={t('casesReport.none.title')} text={t('casesReport.none.text')} />
        const sum = (of: (row: ResultRow) => number) => rows.reduce((all, row) => all + of(row), 0)
        const total: Sum = {
          closed: sum(({ closed }) => closed),
          claimedCents: sum(({ claimedCents }) => claimedCents),
          receivedCents: sum(({ receivedCents }) => receivedCents),
        }
        const about = { figure: 'closed', scriptID: scope.scriptID, from, until: to } as const
        return (
          <div className={styles.parts}>
            <Panel title={t('casesReport.questions.results')}>
              <ul className={styles.bars} data-long>
                {rows.slice(0, 12).map((row) => (
                  <li key={row.result}>
                    <span className={styles.barName} title={nameOf(row)}>
                      {nameOf(row)}
                    </span>
                    <span className={styles.bar} aria-hidden>
                      <span
                        data-tone={row.result === 'BET' ? 'success' : undefined}
                        style={{ width: `${(100 * row.closed) / total.closed}%` }}
                      />
                    </span>
                    <span className="numbers">{shareText(row.closed / total.closed)}</span>
                  </li>
                ))}
              </ul>
            </Panel>
            <Panel title={t('casesReport.tables.results')}>
              <FigureTable<ResultRow, Sum>
                label={t('casesReport.tables.results')}
                first={{ label: t('casesReport.first.result'), cell: nameOf, total: t('figures.total') }}
                columns={[
                  {
                    ...{ key: 'closed', label: t('casesReport.counts.closed') },
                    cell: (row) => (
                      <CaseNumber
                        count={row.closed}
                        what={'result' in row ? nameOf(row) : t('casesReport.counts.closed')}
                        to={casesOf({ ...about, ...('result' in row && row.result !== '' && { result: row.result }) })}
                      />
                    ),
                  },
                  { key: 'share', label: t('casesReport.counts.share'), cell: (row) => shareText(row.closed / total.closed) },
                  {
                    ...{ key: 'claimed', label: t('casesReport.counts.claimed'), formula: t('casesReport.formulas.claimed', { currency }) },
                    cell: (row) => formatMoney(row.claimedCents, currency),
                  },
                  {
                    ...{ key: 'received', label: t('casesReport.counts.received') },
                    ...{ formula: t('casesReport.formulas.received', { currency }) },
                    cell: (row) => formatMoney(row.receivedCents, currency),
                  },
                  {
                    ...{ key: 'receivedShare', label: t('casesReport.counts.receivedShare') },
                    cell: (row) => shareText(row.claimedCents === 0 ? null : row.receivedCents / row.claimedCents),
                  },
                ]}
                rows={rows}
                keyOf={({ result }) => result}
                total={total}
              />
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}
