import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { CallBucket, CallFigures, callReportApi } from '@regie/contract/call-report.ts'
import { useState } from 'react'
import { formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { bothOf, Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BucketChart, type Question, questions } from './bucket-chart.tsx'
import { missesOf, type NamedBucket } from './bucket-rows.ts'
import { callColumns } from './call-columns.tsx'
import { type CallScope, useCallBuckets, useCallPerformance } from './call-report-data.ts'
import { namedBuckets, shareText } from '../../ui/report/figure-words.ts'
import { casesOf } from './cases-of-calls.ts'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import { MetricTiles } from './metric-tiles.tsx'
import styles from '../../ui/report/report.module.css'

type Answers = [ResponseOf<typeof callReportApi.performance>, ResponseOf<typeof callReportApi.buckets>]

/** How the period went, when it went wrong, and the figures of each bucket. */
export function PerformanceTab({ scope, compare }: { scope: CallScope; compare: boolean }) {
  const query = bothOf(useCallPerformance(scope), useCallBuckets(scope))
  return (
    <Loaded query={query} lines={12}>
      {(answers) => <Performance answers={answers} scope={scope} compare={compare} />}
    </Loaded>
  )
}

function Performance({ answers: [performance, answer], scope, compare }: { answers: Answers; scope: CallScope; compare: boolean }) {
  const t = useText()
  const [question, setQuestion] = useState<Question>('level')
  const buckets = namedBuckets(answer, ({ offered }) => offered > 0)
  const goalPercent = performance.goals?.serviceLevelPercent ?? null
  const queues = scope.teams.length + scope.queues.length === 0 ? [] : performance.queues.map(({ queueID }) => queueID)
  const days = { from: answer.from, until: answer.to }
  return (
    <div className={styles.parts}>
      <MetricTiles performance={performance} compare={compare} linkTo={(outcome) => casesOf({ ...days, queues, outcome })} />
      <Panel title={t(`callReport.questions.${question}`)} actions={<Questions question={question} onChange={setQuestion} />}>
        {buckets.length === 0 ? (
          <EmptyState icon="headset" title={t('callReport.none.title')} text={t('callReport.none.text')} />
        ) : (
          <>
            <Legend question={question} goalPercent={goalPercent} />
            <div className={styles.chart}>
              <BucketChart buckets={buckets} question={question} goalPercent={goalPercent} />
            </div>
            {question === 'level' && goalPercent !== null && <Misses buckets={buckets} goalPercent={goalPercent} />}
          </>
        )}
      </Panel>
      {buckets.length > 0 && (
        <Panel title={t(`figures.tables.${answer.granularity}`)}>
          <FigureTable<NamedBucket, CallFigures>
            label={t(`figures.tables.${answer.granularity}`)}
            first={{
              label: t('figures.from'),
              cell: ({ name, isAgain }) => (isAgain ? t('figures.again', { name }) : name),
              total: t('figures.total'),
            }}
            columns={callColumns<NamedBucket | CallFigures>(t, (row, outcome) =>
              casesOf({ ...days, queues, outcome, ...('bucket' in row && momentsOf(row)) }),
            )}
            rows={buckets.filter(({ offered }) => offered > 0)}
            keyOf={({ bucket }) => bucket}
            total={answer.total}
          />
        </Panel>
      )}
    </div>
  )
}

const momentsOf = ({ bucket, until }: CallBucket & { until: string | null }) => ({
  fromAt: bucket,
  ...(until !== null && { untilAt: until }),
})

function Questions({ question, onChange }: { question: Question; onChange: (question: Question) => void }) {
  const t = useText()
  const options = questions.map((value) => ({ value, label: t(`callReport.views.${value}`) }))
  return <ChipChoice label={t('figures.chart')} value={question} onChange={onChange} options={options} />
}

/** Which colour is what; the hatched line is the goal. */
function Legend({ question, goalPercent }: { question: Question; goalPercent: number | null }) {
  const t = useText()
  const keys = {
    level: [
      ['primary', t('callReport.legend.met')],
      ['error', t('callReport.legend.missed')],
      ...(goalPercent === null ? [] : [['goal', t('callReport.legend.goal', { percent: formatShare(goalPercent / 100) })] as const]),
    ],
    volume: [
      ['primary', t('callReport.answered')],
      ['error', t('callReport.legend.gone')],
    ],
    times: [
      ['primary', t('callReport.metrics.att')],
      ['hold', t('callReport.metrics.hold')],
      ['warning', t('callReport.metrics.acw')],
    ],
  }[question]
  return (
    <ul className={styles.legend}>
      {keys.map(([key, words]) => (
        <li key={key}>
          <span className={styles.key} data-of={key} aria-hidden />
          {words}
        </li>
      ))}
    </ul>
  )
}

/** The answer to the chart's question in words. */
function Misses({ buckets, goalPercent }: { buckets: readonly NamedBucket[]; goalPercent: number }) {
  const t = useText()
  const misses = missesOf(buckets, goalPercent)
  if (misses === null) return <Notice tone="success">{t('callReport.misses.none', { percent: formatShare(goalPercent / 100) })}</Notice>
  const { count, of, worst } = misses
  return (
    <Notice tone="warning">
      {t('callReport.misses.some', { count, of, name: worst.name, level: shareText(worst.level), calls: worst.offered })}
    </Notice>
  )
}
