import type { ResponseOf } from '@regie/contract/endpoint.ts'
import {
  type mailReportApi,
  type MessageBucket,
  type MessageCounts,
  type ReportedChannel,
  sharesOf,
} from '@regie/contract/message-report.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { channelIcons } from '../../session/channel-icons.ts'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BucketBars, type BarSeries } from '../../ui/report/bucket-bars.tsx'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import { type Named, namedBuckets, shareText } from '../../ui/report/figure-words.ts'
import styles from '../../ui/report/report.module.css'
import { casesOf } from './cases-of-messages.ts'
import { messageColumns } from './message-columns.tsx'
import { type MessageScope, useMessageBuckets } from './message-report-data.ts'
import { MessageTiles, openOf } from './message-tiles.tsx'

type Answer = ResponseOf<typeof mailReportApi.buckets>
type Bucket = Named<MessageBucket>
const questions = ['reach', 'response'] as const
type Question = (typeof questions)[number]

/** How far the messages of the period came, when it went wrong, and the figures of each bucket. */
export function ProgressTab({ scope, compare }: { scope: MessageScope; compare: boolean }) {
  return (
    <Loaded query={useMessageBuckets(scope)} lines={12}>
      {(answer) => <Progress answer={answer} scope={scope} compare={compare} />}
    </Loaded>
  )
}

function Progress({ answer, scope: { channel, scriptID }, compare }: { answer: Answer; scope: MessageScope; compare: boolean }) {
  const t = useText()
  const [question, setQuestion] = useState<Question>('reach')
  const buckets = namedBuckets(answer, ({ all, unsubscribed }) => all + unsubscribed > 0)
  const about = { channel, scriptID, from: answer.from, until: answer.to }
  const options = questions.map((value) => ({ value, label: t(`messageReport.views.${value}`) }))
  return (
    <div className={styles.parts}>
      <MessageTiles channel={channel} answer={answer} compare={compare} linkTo={(counted) => casesOf({ ...about, counted })} />
      <Panel
        title={t(`messageReport.questions.${question}`)}
        actions={<ChipChoice label={t('figures.chart')} value={question} onChange={setQuestion} options={options} />}
      >
        {buckets.length === 0 ? (
          <EmptyState icon={channelIcons[channel]} title={t('messageReport.none.title')} text={t('messageReport.none.text')} />
        ) : (
          <>
            <BucketBars buckets={buckets} series={seriesOf(t, channel, question)} kind={question === 'reach' ? 'counts' : 'shares'} />
            {question === 'reach' ? <Failures buckets={buckets} total={answer.total} /> : <Best buckets={buckets} channel={channel} />}
          </>
        )}
      </Panel>
      {buckets.length > 0 && (
        <Panel title={t(`figures.tables.${answer.granularity}`)}>
          <FigureTable<Bucket, MessageCounts>
            label={t(`figures.tables.${answer.granularity}`)}
            first={{
              label: t('figures.from'),
              cell: ({ name, isAgain }) => (isAgain ? t('figures.again', { name }) : name),
              total: t('figures.total'),
            }}
            columns={messageColumns<Bucket | MessageCounts>(t, channel, (row, counted) =>
              casesOf({ ...about, counted, ...('bucket' in row && momentsOf(row)) }),
            )}
            rows={buckets.filter(({ all, unsubscribed }) => all + unsubscribed > 0)}
            keyOf={({ bucket }) => bucket}
            total={answer.total}
          />
        </Panel>
      )}
    </div>
  )
}

const momentsOf = ({ bucket, until }: Bucket) => ({ fromAt: bucket, ...(until !== null && { untilAt: until }) })

function seriesOf(t: ReturnType<typeof useText>, channel: ReportedChannel, question: Question): BarSeries<Bucket>[] {
  if (question === 'reach')
    return [
      { key: 'delivered', label: t('messageReport.counts.delivered'), tone: 'primary', valueOf: ({ delivered }) => delivered },
      { key: 'open', label: t('messageReport.open'), tone: 'quiet', valueOf: openOf },
      { key: 'failed', label: t('messageReport.counts.failed'), tone: 'error', valueOf: ({ failed }) => failed },
    ]
  const share = (
    key: 'openedShare' | 'readShare' | 'clickedShare' | 'answeredShare',
    tone: BarSeries<Bucket>['tone'],
  ): BarSeries<Bucket> => ({
    ...{ key, tone, label: t(`messageReport.shares.${key}`), valueOf: (bucket) => sharesOf(bucket)[key] },
  })
  return channel === 'email'
    ? [share('openedShare', 'primary'), share('clickedShare', 'success'), share('answeredShare', 'warning')]
    : [share('readShare', 'primary'), share('answeredShare', 'warning')]
}

/** The answer to the chart's question in words: where most of them failed. */
function Failures({ buckets, total }: { buckets: readonly Bucket[]; total: MessageCounts }) {
  const t = useText()
  const [worst] = buckets
    .filter(({ failed }) => failed > 0)
    .toSorted((one, other) => other.failed / other.all - one.failed / one.all || other.failed - one.failed)
  if (worst === undefined) return <Notice tone="success">{t('messageReport.failures.none')}</Notice>
  const { name, failed, all } = worst
  return (
    <Notice tone="warning">
      {t('messageReport.failures.some', {
        ...{ name, share: shareText(failed / all), failed: formatNumber(failed), all: formatNumber(all) },
        total: shareText(sharesOf(total).failedShare),
      })}
    </Notice>
  )
}

// Of fewer than these a share says nothing.
const enough = 10

/** When most of those who got one reacted. */
function Best({ buckets, channel }: { buckets: readonly Bucket[]; channel: ReportedChannel }) {
  const t = useText()
  const [key, whole] = channel === 'email' ? (['openedShare', 'measured'] as const) : (['readShare', 'delivered'] as const)
  const shareIn = (bucket: Bucket) => sharesOf(bucket)[key] ?? 0
  const [best] = buckets.filter((bucket) => bucket[whole] >= enough).toSorted((one, other) => shareIn(other) - shareIn(one))
  if (best === undefined) return <Notice>{t('messageReport.best.none', { count: enough })}</Notice>
  return (
    <Notice>
      {t(`messageReport.best.${channel}`, { name: best.name, share: shareText(shareIn(best)), whole: formatNumber(best[whole]) })}
    </Notice>
  )
}
