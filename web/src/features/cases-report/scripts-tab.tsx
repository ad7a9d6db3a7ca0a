import { paidShareOf, type ScriptRow } from '@regie/contract/cases-report.ts'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import { shareText } from '../../ui/report/figure-words.ts'
import styles from '../../ui/report/report.module.css'
import { CaseNumber } from './case-number.tsx'
import { type CasesScope, casesOf, useCaseScripts } from './cases-report-data.ts'
import { flowColumns } from './flow-columns.tsx'

type Sum = Omit<ScriptRow, 'id' | 'name'>
const summed = ['came', 'closed', 'paid', 'open', 'outstandingCents', 'receivedCents'] as const

/** Which script closes cases as paid, and what is open of each. */
export function ScriptsTab({ scope }: { scope: CasesScope }) {
  const t = useText()
  return (
    <Loaded query={useCaseScripts(scope)} lines={8}>
      {({ rows, from, to, currency }) => {
        if (rows.length === 0) return <EmptyState icon="case" title={t('casesReport.none.title')} text={t('casesReport.none.text')} />
        const sums = summed.map((key) => [key, rows.reduce((all, row) => all + row[key], 0)])
        const total = Object.fromEntries(sums) as Sum
        const scriptOf = (row: ScriptRow | Sum) => ('id' in row ? row.id : scope.scriptID)
        const closing = rows
          .filter(({ closed }) => closed > 0)
          .toSorted((one, other) => (paidShareOf(other) ?? 0) - (paidShareOf(one) ?? 0))
        return (
          <div className={styles.parts}>
            {closing.length > 0 && (
              <Panel title={t('casesReport.questions.scripts')}>
                <ul className={styles.bars} data-long>
                  {closing.slice(0, 12).map((row) => (
                    <li key={row.id}>
                      <span className={styles.barName} title={row.name}>
                        {row.name}
                      </span>
                      <span className={styles.bar} aria-hidden>
                        <span data-tone="success" style={{ width: `${100 * (paidShareOf(row) ?? 0)}%` }} />
                      </span>
                      <span className="numbers">{shareText(paidShareOf(row))}</span>
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
            <Panel title={t('casesReport.tables.scripts')}>
              <FigureTable<ScriptRow, Sum>
                label={t('casesReport.tables.scripts')}
                first={{ label: t('casesReport.first.script'), cell: ({ name }) => name, total: t('figures.total') }}
                columns={[
                  ...flowColumns<ScriptRow | Sum>(t, (row) => ({ scriptID: scriptOf(row), from, until: to })),
                  {
                    ...{ key: 'received', label: t('casesReport.counts.received') },
                    ...{ formula: t('casesReport.formulas.receivedInPeriod', { currency }) },
                    cell: (row) => formatMoney(row.receivedCents, currency),
                  },
                  {
                    ...{ key: 'open', label: t('casesReport.counts.open'), formula: t('casesReport.formulas.open') },
                    cell: (row) => (
                      <CaseNumber
                        count={row.open}
                        what={t('casesReport.counts.open')}
                        to={casesOf({ figure: 'stillOpen', scriptID: scriptOf(row) })}
                      />
                    ),
                  },
                  {
                    ...{ key: 'outstanding', label: t('casesReport.counts.outstanding') },
                    ...{ formula: t('casesReport.formulas.outstanding', { currency }) },
                    cell: (row) => formatMoney(row.outstandingCents, currency),
                  },
                ]}
                rows={rows}
                keyOf={({ id }) => String(id)}
                total={total}
              />
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}
