import { type CaseFlow, type casesReportApi, type FlowBucket, paidShareOf } from '@regie/contract/cases-report.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BucketBars } from '../../ui/report/bucket-bars.tsx'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import { type Named, namedBuckets, shareText } from '../../ui/report/figure-words.ts'
import styles from '../../ui/report/report.module.css'
import { type CasesScope, useCaseBuckets } from './cases-report-data.ts'
import { CaseTiles } from './case-tiles.tsx'
import { flowColumns } from './flow-columns.tsx'

type Answer = ResponseOf<typeof casesReportApi.buckets>
type Bucket = Named<FlowBucket>
const questions = ['flow', 'end'] as const
type Question = (typeof questions)[number]

/** Whether the stock grows, and how cases end. */
export function ProgressTab({ scope, compare }: { scope: CasesScope; compare: boolean }) {
  return (
    <Loaded query={useCaseBuckets(scope)} lines={12}>
      {(answer) => <Progress answer={answer} scriptID={scope.scriptID} compare={compare} />}
    </Loaded>
  )
}

function Progress({ answer, scriptID, compare }: { answer: Answer; scriptID: number | null; compare: boolean }) {
  const t = useText()
  const [question, setQuestion] = useState<Question>('flow')
  const buckets = namedBuckets(answer, ({ came, closed }) => came + closed > 0)
  const options = questions.map((value) => ({ value, label: t(`casesReport.views.${value}`) }))
  return (
    <div className={styles.parts}>
      <CaseTiles {...{ answer, scriptID, compare }} />
      <Panel
        title={t(`casesReport.questions.${question}`)}
        actions={<ChipChoice label={t('figures.chart')} value={question} onChange={setQuestion} options={options} />}
      >
        {buckets.length === 0 ? (
          <EmptyState icon="case" title={t('casesReport.none.title')} text={t('casesReport.none.text')} />
        ) : (
          <>
            <BucketBars
              buckets={buckets}
              kind={question === 'flow' ? 'beside' : 'counts'}
              series={
                question === 'flow'
                  ? [
                      { key: 'came', label: t('casesReport.counts.came'), tone: 'quiet', valueOf: ({ came }) => came },
                      { key: 'closed', label: t('casesReport.counts.closed'), tone: 'primary', valueOf: ({ closed }) => closed },
                    ]
                  : [
                      { key: 'paid', label: t('casesReport.counts.paid'), tone: 'success', valueOf: ({ paid }) => paid },
                      { key: 'other', label: t('casesReport.counts.other'), tone: 'quiet', valueOf: ({ closed, paid }) => closed - paid },
                    ]
              }
            />
            <Notice>{question === 'flow' ? flowInWords(t, answer.total) : endInWords(t, answer.total)}</Notice>
          </>
        )}
      </Panel>
      {buckets.length > 0 && (
        <Panel title={t(`figures.tables.${answer.granularity}`)}>
          <FigureTable<Bucket, CaseFlow>
            label={t(`figures.tables.${answer.granularity}`)}
            first={{ label: t('figures.from'), cell: ({ name }) => name, total: t('figures.total') }}
            columns={flowColumns<Bucket | CaseFlow>(t, (row) => ({
              scriptID,
              ...('bucket' in row ? daysOf(row, answer) : daysOfAll(answer)),
            }))}
            rows={buckets.filter(({ came, closed }) => came + closed > 0)}
            keyOf={({ bucket }) => bucket}
            total={answer.total}
          />
        </Panel>
      )}
    </div>
  )
}

const daysOfAll = ({ from, to }: Answer) => ({ from, until: to })

const dutchDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' })
const dayOf = (moment: number) => dutchDay.format(moment)

/** The first and the last day of a bucket. */
const daysOf = ({ bucket, until }: Bucket, { to }: Answer) => ({
  from: dayOf(Date.parse(bucket)),
  until: until === null ? to : dayOf(Date.parse(until) - 1),
})

function flowInWords(t: ReturnType<typeof useText>, { came, closed }: CaseFlow): string {
  const counts = { came: formatNumber(came), closed: formatNumber(closed), count: formatNumber(Math.abs(came - closed)) }
  return t(`casesReport.answers.${came > closed ? 'grew' : came < closed ? 'shrank' : 'same'}`, counts)
}

const endInWords = (t: ReturnType<typeof useText>, total: CaseFlow) =>
  t('casesReport.answers.end', { closed: formatNumber(total.closed), share: shareText(paidShareOf(total)) })
