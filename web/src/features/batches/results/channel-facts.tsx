import type { BatchResults } from '@regie/contract/reports.ts'
import { formatNumber, formatShareExactly } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { channelIcons } from '../../../session/channel-icons.ts'
import { ChartPanel } from './chart-panel.tsx'
import { type FactsRow, FactsTable, Legend, Measure } from './facts-table.tsx'
import styles from './results.module.css'

type Reach = BatchResults['reach'][number]

const allOf = ['channel', 'messages', 'unknown', 'failed', 'tried', 'reached', 'share', 'received'] as const
const readingsOf = ['measured', 'opened', 'maybeOpened', 'clicked'] as const

/** What left by each channel, how many people it reached, and what they did with it: opened, clicked, written back. */
export function ChannelFacts({ reach, batchID }: { reach: readonly Reach[]; batchID: number }) {
  const t = useText()
  // Most templates do not ask whether they are read; of one that does, 0 says something too.
  const isMeasured = reach.some(({ measured }) => measured > 0)
  const readings = isMeasured ? readingsOf : []
  const title = t('batches.results.charts.byChannel')
  const shown = ['channel', 'messages', 'reached', ...(isMeasured ? (['opened', 'clicked'] as const) : []), 'received'] as const
  return (
    <ChartPanel
      title={title}
      head={[...allOf, ...readings].map((key) => t(`batches.results.charts.${key}`))}
      rows={reach.map(({ channel, messages, unknown, failed, cases, reached, received, ...read }) => [
        t(`cases.channels.${channel}`),
        ...[messages, unknown, failed, cases, reached].map(formatNumber),
        cases === 0 ? '–' : formatShareExactly(reached / cases),
        formatNumber(received),
        ...readings.map((key) => (channel === 'email' ? formatNumber(read[key]) : '–')),
      ])}
      nothing={t('batches.results.charts.nobody')}
      fileName={`batch-${batchID}-${title}`}
    >
      <FactsTable
        title={title}
        head={shown.map((key) => t(`batches.results.charts.${key}`))}
        rows={reach.map((row) => lineOf(t, row, isMeasured))}
        className={styles.channels}
      />
      <Legend
        parts={[
          { tone: 'primary', words: t('batches.results.charts.legend.reached') },
          ...(isMeasured
            ? ([
                { tone: 'success', words: t('batches.results.charts.legend.opened') },
                ...(reach.some(({ maybeOpened }) => maybeOpened > 0)
                  ? [{ tone: 'secondary', words: t('batches.results.charts.legend.maybeOpened') } as const]
                  : []),
                { tone: 'accent', words: t('batches.results.charts.legend.clicked') },
              ] as const)
            : []),
        ]}
      />
      {!isMeasured && reach.some(({ channel }) => channel === 'email') && (
        <p className={styles.note}>{t('batches.results.charts.notMeasured')}</p>
      )}
    </ChartPanel>
  )
}

function lineOf(t: ReturnType<typeof useText>, row: Reach, isMeasured: boolean): FactsRow {
  const { channel, cases, reached } = row
  return {
    key: channel,
    name: (
      <span className={styles.channel}>
        <Icon name={channelIcons[channel]} size={16} />
        {t(`cases.channels.${channel}`)}
      </span>
    ),
    cells: [
      <Sent key="sent" row={row} />,
      <Measure
        key="reached"
        value={cases === 0 ? '–' : formatShareExactly(reached / cases)}
        note={t('batches.results.charts.people', { part: formatNumber(reached), count: cases, total: formatNumber(cases) })}
        parts={[{ tone: 'primary', value: reached }]}
        whole={cases}
      />,
      ...(isMeasured ? [<Opened key="opened" row={row} />, <Clicked key="clicked" row={row} />] : []),
      <Received key="received" row={row} />,
    ],
  }
}

/** What went wrong stands with what went, and only where something did. */
function Sent({ row: { messages, unknown, failed } }: { row: Reach }) {
  const t = useText()
  return (
    <span className={styles.sent}>
      <strong>{formatNumber(messages)}</strong>
      {failed > 0 && <small data-tone="error">{t('batches.results.charts.someFailed', { total: formatNumber(failed) })}</small>}
      {unknown > 0 && <small>{t('batches.results.charts.someUnknown', { total: formatNumber(unknown) })}</small>}
    </span>
  )
}

/** What people wrote back, and on how many messages: a bare 0 reads as if nobody had counted. Nobody writes back by telephone. */
function Received({ row: { channel, messages, received } }: { row: Reach }) {
  const t = useText()
  if (channel === 'call' && received === 0) return <span className={styles.note}>–</span>
  return (
    <span className={styles.sent}>
      <strong>{formatNumber(received)}</strong>
      {channel !== 'call' && <small>{t('batches.results.charts.onMessages', { count: messages, total: formatNumber(messages) })}</small>}
    </span>
  )
}

function Opened({ row: { channel, measured, opened, maybeOpened } }: { row: Reach }) {
  const t = useText()
  if (measured === 0) return <NotMeasured channel={channel} />
  const of = t('batches.results.charts.ofMeasured', { part: formatNumber(opened), total: formatNumber(measured) })
  return (
    <Measure
      value={formatShareExactly(opened / measured)}
      note={maybeOpened === 0 ? of : `${of} · ${t('batches.results.charts.perhaps', { total: formatNumber(maybeOpened) })}`}
      parts={[
        { tone: 'success', value: opened },
        { tone: 'secondary', value: maybeOpened },
      ]}
      whole={measured}
    />
  )
}

function Clicked({ row: { channel, measured, clicked } }: { row: Reach }) {
  const t = useText()
  if (measured === 0) return <NotMeasured channel={channel} />
  return (
    <Measure
      value={formatShareExactly(clicked / measured)}
      note={t('batches.results.charts.ofMeasured', { part: formatNumber(clicked), total: formatNumber(measured) })}
      parts={[{ tone: 'accent', value: clicked }]}
      whole={measured}
    />
  )
}

/** A mail could be measured and was not; the other channels cannot. */
function NotMeasured({ channel }: Pick<Reach, 'channel'>) {
  const t = useText()
  return <span className={styles.note}>{channel === 'email' ? t('batches.results.charts.unmeasured') : '–'}</span>
}
