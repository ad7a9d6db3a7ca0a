import { type MonthRow, recoveryDays } from '@regie/contract/cases-report.ts'
import { dateFormat, formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type FigureColumn, FigureTable } from '../../ui/report/figure-table.tsx'
import { shareText } from '../../ui/report/figure-words.ts'
import styles from '../../ui/report/report.module.css'
import own from './cases-report.module.css'
import { CaseNumber } from './case-number.tsx'
import { type CasesScope, casesOf, useCaseMonths } from './cases-report-data.ts'

type Sum = Omit<MonthRow, 'month'>

// What the sentence under the table is about: the third look.
const shownAt = 2

/** How much of what came in in a month has been received after 30 to 365 days. */
export function MonthsTab({ scope }: { scope: CasesScope }) {
  const t = useText()
  return (
    <Loaded query={useCaseMonths(scope)} lines={12}>
      {({ rows, currency }) => {
        if (rows.length === 0) return <EmptyState icon="case" title={t('casesReport.none.title')} text={t('casesReport.none.text')} />
        const column = (
          label: string,
          formula: string,
          centsOf: (row: MonthRow | Sum) => number | null,
          key: string,
        ): FigureColumn<MonthRow | Sum> => ({
          ...{ key, label, formula },
          cell: (row) => <Received share={shareOf(row, centsOf(row), rows, key)} />,
        })
        return (
          <div className={styles.parts}>
            <Panel title={t('casesReport.questions.months')}>
              <div className={own.lead}>
                <FigureTable<MonthRow, Sum>
                  label={t('casesReport.tables.months')}
                  first={{ label: t('casesReport.first.month'), cell: ({ month }) => monthName(month), total: t('figures.total') }}
                  columns={[
                    {
                      ...{ key: 'cases', label: t('casesReport.counts.cases') },
                      cell: (row) => (
                        <CaseNumber
                          count={row.cases}
                          what={'month' in row ? monthName(row.month) : t('casesReport.counts.cases')}
                          to={casesOf({
                            figure: 'cameIn',
                            scriptID: scope.scriptID,
                            ...('month' in row ? daysOf(row.month) : daysOfAll(rows)),
                          })}
                        />
                      ),
                    },
                    {
                      ...{
                        key: 'claimed',
                        label: t('casesReport.counts.claimed'),
                        formula: t('casesReport.formulas.claimed', { currency }),
                      },
                      cell: (row) => formatMoney(row.claimedCents, currency),
                    },
                    ...recoveryDays.map((days, at) =>
                      column(
                        t('casesReport.within', { days }),
                        t('casesReport.formulas.within', { days }),
                        (row) => row.within[at] ?? null,
                        String(at),
                      ),
                    ),
                    column(t('casesReport.soFar'), t('casesReport.formulas.received', { currency }), (row) => row.receivedCents, 'soFar'),
                  ]}
                  rows={rows}
                  keyOf={({ month }) => month}
                  total={sumOf(rows)}
                />
                <Notice>{inWords(t, rows)}</Notice>
              </div>
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}

/** A share with a ground that is darker the higher it is, so that the table reads as a chart. */
function Received({ share }: { share: number | null }) {
  const t = useText()
  if (share === null)
    return (
      <>
        <span aria-hidden>–</span>
        <span className="visually-hidden">{t('casesReport.tooYoung')}</span>
      </>
    )
  return (
    <span className={own.heat} style={{ '--heat': `${Math.round(Math.min(1, share) * 60)}%` } as React.CSSProperties}>
      {shareText(share)}
    </span>
  )
}

/** Of all months together those count that are old enough for a column. */
function shareOf(row: MonthRow | Sum, cents: number | null, rows: readonly MonthRow[], key: string): number | null {
  const isOld = ({ within }: MonthRow) => key === 'soFar' || within[Number(key)] !== null
  const claimed = 'month' in row ? row.claimedCents : rows.filter(isOld).reduce((sum, { claimedCents }) => sum + claimedCents, 0)
  return cents === null || claimed === 0 ? null : cents / claimed
}

function sumOf(rows: readonly MonthRow[]): Sum {
  const sum = (of: (row: MonthRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    cases: sum(({ cases }) => cases),
    claimedCents: sum(({ claimedCents }) => claimedCents),
    receivedCents: sum(({ receivedCents }) => receivedCents),
    within: recoveryDays.map((_, at) => (rows.every(({ within }) => within[at] === null) ? null : sum(({ within }) => within[at] ?? 0))),
  }
}

function inWords(t: ReturnType<typeof useText>, rows: readonly MonthRow[]): string {
  const days = recoveryDays[shownAt]
  const newest = rows.find(({ within, claimedCents }) => within[shownAt] !== null && claimedCents > 0)
  if (newest === undefined) return t('casesReport.answers.young', { days })
  const sum = sumOf(rows)
  return t('casesReport.answers.months', {
    ...{ month: monthName(newest.month), days },
    share: shareText(shareOf(newest, newest.within[shownAt] ?? null, rows, String(shownAt))),
    all: shareText(shareOf(sum, sum.within[shownAt] ?? null, rows, String(shownAt))),
  })
}

const monthName = (month: string) =>
  dateFormat('report month', { month: 'long', year: 'numeric' }).format(new Date(`${month}-15T12:00:00Z`))

/** The first and the last day of a month; day 0 of the next one is the last. */
function daysOf(month: string) {
  const [year, number] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10)
  return { from: `${month}-01`, until: last }
}

const daysOfAll = (rows: readonly MonthRow[]) => ({
  from: daysOf(rows.at(-1)?.month ?? '').from,
  until: daysOf(rows[0]?.month ?? '').until,
})
