import type { BatchCounts, BatchRow } from '@regie/contract/batches.ts'
import { useMemo } from 'react'
import { formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { LiveHighlight } from '../../ui/live-highlight.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ProgressMeter } from '../../ui/progress.tsx'
import { BatchStatusCell } from './batch-status.tsx'
import { LinesBar } from './lines-bar.tsx'
import styles from './batches.module.css'

const shownCounts = ['total', 'open', 'closed', 'busy', 'paused', 'human', 'voicemail'] as const satisfies readonly (keyof BatchCounts)[]
const hiddenCounts = [
  'notCalled',
  'other',
  'transfers',
  'emails',
  'sms',
  'whatsapp',
  'paymentLinks',
  'paid',
  'unknown',
] as const satisfies readonly (keyof BatchCounts)[]

const switches = ['dialerOn', 'redialOn', 'numberRecognition'] as const

// Their names are longer than their numbers.
const wideCounts: readonly (keyof BatchCounts)[] = ['paused', 'voicemail', 'notCalled', 'transfers', 'paymentLinks', 'closed']

/** The spec's columns of a batch; the first sixteen show until the user chooses otherwise. */
export function useBatchColumns(): readonly Column<BatchRow>[] {
  const t = useText()
  return useMemo(() => batchColumns(t), [t])
}

function batchColumns(t: ReturnType<typeof useText>): readonly Column<BatchRow>[] {
  const count = (key: keyof BatchCounts, isHidden: boolean): Column<BatchRow> => ({
    key,
    label: t(`batches.counts.${key}`),
    width: wideCounts.includes(key) ? 106 : 82,
    align: 'right',
    isHidden,
    cell: (batch) => <Count value={batch.counts[key]} />,
  })
  return [
    { key: 'name', label: t('batches.columns.name'), width: 230, sort: 'name', cell: (batch) => batch.name, text: (batch) => batch.name },
    { key: 'status', label: t('batches.columns.status'), width: 326, cell: (batch) => <BatchStatusCell batch={batch} /> },
    { key: 'progress', label: t('batches.columns.progress'), width: 150, cell: (batch) => <Progress counts={batch.counts} /> },
    ...shownCounts.map((key) => count(key, false)),
    {
      key: 'lines',
      label: t('batches.columns.lines'),
      width: 116,
      align: 'right',
      cell: (batch) => <LinesBar lines={batch.lines} />,
    },
    {
      key: 'priority',
      label: t('batches.columns.priority'),
      width: 84,
      align: 'right',
      sort: 'priority',
      cell: (batch) => formatNumber(batch.priority),
    },
    {
      key: 'importedAt',
      label: t('batches.columns.importedAt'),
      width: 120,
      sort: 'importedAt',
      cell: (batch) => <Moment at={batch.importedAt} />,
    },
    { key: 'batchID', label: t('batches.columns.batchID'), width: 76, align: 'right', sort: 'batchID', cell: (batch) => batch.batchID },
    { key: 'comments', label: t('batches.columns.comments'), width: 180, cell: (batch) => batch.comments, text: (batch) => batch.comments },
    {
      key: 'script',
      label: t('batches.columns.script'),
      width: 180,
      isHidden: true,
      cell: (batch) => batch.scriptName,
      text: (batch) => batch.scriptName,
    },
    {
      key: 'transferLines',
      label: t('batches.columns.transferLines'),
      width: 110,
      align: 'right',
      isHidden: true,
      cell: ({ lines }) => formatNumber(lines.transfer),
    },
    {
      key: 'pausedUntil',
      label: t('batches.columns.pausedUntil'),
      width: 140,
      isHidden: true,
      cell: (batch) => (batch.pausedForever ? t('batches.pausedForever') : <Moment at={batch.pausedUntil} />),
    },
    {
      key: 'locked',
      label: t('batches.columns.locked'),
      width: 130,
      isHidden: true,
      cell: ({ locked }) => locked?.by ?? '',
      text: ({ locked }) => (locked === null ? '' : `${locked.by}: ${locked.reason}`),
    },
    ...switches.map(
      (key): Column<BatchRow> => ({
        key,
        label: t(`batches.switches.${key}`),
        width: 130,
        isHidden: true,
        cell: (batch) => t(batch[key].on ? 'batches.switches.on' : 'batches.switches.off'),
      }),
    ),
    ...hiddenCounts.map((key) => count(key, true)),
  ]
}

function Count({ value }: { value: number }) {
  return (
    <LiveHighlight value={value}>
      <span className={value === 0 ? styles.quiet : undefined}>{formatNumber(value)}</span>
    </LiveHighlight>
  )
}

function Progress({ counts }: { counts: BatchCounts }) {
  const t = useText()
  const parts = [
    { tone: 'success', value: counts.paid, label: t('batches.counts.paid') },
    { tone: 'primary', value: counts.closed - counts.paid, label: t('batches.closedOtherwise') },
    { tone: 'warning', value: counts.paused, label: t('batches.counts.paused') },
  ] as const
  return (
    <span className={styles.progressCell}>
      <ProgressMeter parts={parts} total={counts.total} />
      <span className="numbers">{formatShare(counts.total === 0 ? 0 : counts.closed / counts.total)}</span>
    </span>
  )
}
