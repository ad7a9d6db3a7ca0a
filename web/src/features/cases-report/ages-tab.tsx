import type { AgeRow } from '@regie/contract/cases-report.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import { shareText } from '../../ui/report/figure-words.ts'
import styles from '../../ui/report/report.module.css'
import own from './cases-report.module.css'
import { CaseNumber } from './case-number.tsx'
import { type CasesScope, casesOf, useCaseAges } from './cases-report-data.ts'

type Sum = Pick<AgeRow, 'open' | 'outstandingCents'>

// From this age on less and less comes in: it is what one looks for first.
const oldFrom = 180

/** How long ago the open cases came in, and how much of the money is old. */
export function AgesTab({ scope }: { scope: CasesScope }) {
  const t = useText()
  return (
    <Loaded query={useCaseAges(scope)} lines={8}>
      {({ rows, currency }) => {
        const sumOf = (its: readonly AgeRow[]): Sum => ({
          open: its.reduce((all, { open }) => all + open, 0),
          outstandingCents: its.reduce((all, { outstandingCents }) => all + outstandingCents, 0),
        })
        const total = sumOf(rows)
        if (total.open === 0)
          return <EmptyState icon="case" title={t('casesReport.noneOpen.title')} text={t('casesReport.noneOpen.text')} />
        const nameOf = (row: AgeRow) => ageInWords(t, rows, row)
        const old = sumOf(rows.filter(({ upTo }) => upTo === null || upTo > oldFrom))
        const share = (cents: number) => (total.outstandingCents === 0 ? null : cents / total.outstandingCents)
        return (
          <div className={styles.parts}>
            <Panel title={t('casesReport.questions.ages')}>
              <div className={own.lead}>
                <ul className={styles.bars}>
                  {rows.map((row) => (
                    <li key={row.until}>
                      <span className={styles.barName}>{nameOf(row)}</span>
                      <span className={styles.bar} aria-hidden>
                        <span
                          data-tone={row.upTo === null || row.upTo > oldFrom ? 'warning' : undefined}
                          style={{ width: `${100 * (share(row.outstandingCents) ?? 0)}%` }}
                        />
                      </span>
                      <span className="numbers">
                        {formatMoney(row.outstandingCents, currency)}{' '}
                        <span className={styles.hint}>{shareText(share(row.outstandingCents))}</span>
                      </span>
                    </li>
                  ))}
                </ul>
                <Notice tone={old.open > 0 ? 'warning' : 'success'}>
                  {old.open > 0
                    ? t('casesReport.answers.oldest', {
                        ...{ share: shareText(share(old.outstandingCents)), days: oldFrom, open: formatNumber(old.open) },
                        amount: formatMoney(old.outstandingCents, currency),
                      })
                    : t('casesReport.answers.noneOld', { days: oldFrom })}
                </Notice>
              </div>
            </Panel>
            <Panel title={t('casesReport.tables.ages')}>
              <FigureTable<AgeRow, Sum>
                label={t('casesReport.tables.ages')}
                first={{ label: t('casesReport.first.age'), cell: nameOf, total: t('figures.total') }}
                columns={[
                  {
                    ...{ key: 'open', label: t('casesReport.counts.open') },
                    cell: (row) => (
                      <CaseNumber
                        count={row.open}
                        what={'until' in row ? nameOf(row) : t('casesReport.counts.open')}
                        to={casesOf({
                          figure: 'stillOpen',
                          scriptID: scope.scriptID,
                          ...('until' in row && { from: row.from, until: row.until }),
                        })}
                      />
                    ),
                  },
                  {
                    ...{ key: 'outstanding', label: t('casesReport.counts.outstanding') },
                    ...{ formula: t('casesReport.formulas.outstanding', { currency }) },
                    cell: (row) => formatMoney(row.outstandingCents, currency),
                  },
                  { key: 'share', label: t('casesReport.counts.share'), cell: (row) => shareText(share(row.outstandingCents)) },
                ]}
                rows={rows}
                keyOf={({ until }) => until}
                total={total}
              />
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}

/** Its days: 31–60, or more than 365. */
function ageInWords(t: ReturnType<typeof useText>, rows: readonly AgeRow[], row: AgeRow): string {
  const above = rows[rows.indexOf(row) - 1]?.upTo ?? -1
  return row.upTo === null ? t('casesReport.older', { days: above }) : t('casesReport.age', { from: above + 1, to: row.upTo })
}
