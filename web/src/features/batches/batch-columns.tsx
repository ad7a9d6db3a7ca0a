import type { BatchCounts, BatchMoney, BatchRow } from '@regie/contract/batches.ts'
import { useMemo } from 'react'
import { formatMoney, formatMoneyWhole, formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { LiveHighlight } from '../../ui/live-highlight.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ProgressMeter } from '../../ui/progress.tsx'
import { BatchStatusCell } from './batch-status.tsx'
import { LinesBar } from './lines-bar.tsx'
import { progressParts } from './progress-legend.tsx'
import styles from './batches.module.css'
import { personName } from '../../session/people.ts'

const shownCounts = ['total'] as const satisfies readonly (keyof BatchCounts)[]
const hiddenCounts = [
  'open',
  'closed',
  'busy',
  'paused',
  'human',
  'voicemail',
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

/** The columns of a batch: what fits on a small screen shows until the user chooses otherwise. */
export function useBatchColumns(): readonly Column<BatchRow>[] {
  const t = useText()
  return useMemo(() => batchColumns(t), [t])
}

function batchColumns(t: ReturnType<typeof useText>): readonly Column<BatchRow>[] {
  const count = (key: keyof BatchCounts, isHidden: boolean): Column<BatchRow> => ({
    key,
    // Beside amounts a bare total says nothing.
    label: key === 'total' ? t('batches.columns.cases') : t(`batches.counts.${key}`),
    width: wideCounts.includes(key) ? 106 : 74,
    align: 'right',
    isHidden,
    cell: (batch) => <Count value={batch.counts[key]} />,
  })
  const money = (key: 'outstanding' | 'paid' | 'promised', width: number, centsOf: (one: BatchMoney) => number): Column<BatchRow> => ({
    key,
    label: t(`batches.columns.${key}`),
    width,
    align: 'right',
    cell: (batch) => <Sums money={batch.money} centsOf={centsOf} />,
    text: (batch) => batch.money.map((one) => formatMoney(centsOf(one), one.currency)).join(' + '),
  })
  return [
    {
      key: 'name',
      label: t('batches.columns.name'),
      width: 290,
      takesRest: true,
      sort: 'name',
      cell: (batch) => batch.name,
      text: (batch) => batch.name,
    },
    {
      key: 'status',
      label: t('batches.columns.status'),
      width: 240,
      sort: 'status',
      cell: (batch) => <BatchStatusCell batch={batch} />,
    },
    {
      key: 'progress',
      label: t('batches.columns.progress'),
      help: t('batches.columnHelp.progress'),
      width: 116,
      takesRest: true,
      cell: (batch) => <Progress counts={batch.counts} />,
    },
    money('outstanding', 104, ({ outstandingCents }) => outstandingCents),
    money('paid', 104, ({ paidCents }) => paidCents),
    {
      key: 'paidShare',
      label: t('batches.columns.paidShare'),
      help: t('batches.columnHelp.paidShare'),
      width: 82,
      align: 'right',
      cell: (batch) => <PaidShares money={batch.money} />,
    },
    money('promised', 104, ({ promisedCents }) => promisedCents),
    ...shownCounts.map((key) => count(key, false)),
    {
      key: 'lines',
      label: t('batches.columns.lines'),
      isHidden: true,
      width: 116,
      align: 'right',
      cell: (batch) => <LinesBar lines={batch.lines} />,
    },
    {
      key: 'priority',
      label: t('batches.columns.priority'),
      isHidden: true,
      width: 84,
      align: 'right',
      sort: 'priority',
      cell: (batch) => formatNumber(batch.priority),
    },
    {
      key: 'importedAt',
      label: t('batches.columns.importedAt'),
      isHidden: true,
      width: 120,
      sort: 'importedAt',
      cell: (batch) => <Moment at={batch.importedAt} />,
    },
    {
      key: 'batchID',
      label: t('batches.columns.batchID'),
      width: 76,
      align: 'right',
      sort: 'batchID',
      isHidden: true,
      cell: (batch) => batch.batchID,
    },
    {
      key: 'comments',
      label: t('batches.columns.comments'),
      width: 180,
      isHidden: true,
      cell: (batch) => batch.comments,
      text: (batch) => batch.comments,
    },
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
      cell: ({ locked }) => (locked === null ? '' : personName(locked.by)),
      text: ({ locked }) => (locked === null ? '' : `${personName(locked.by)}: ${locked.reason}`),
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

/** Whole amounts, one for each currency; hovering says the cents. */
function Sums({ money, centsOf }: { money: readonly BatchMoney[]; centsOf: (one: BatchMoney) => number }) {
  if (money.length === 0) return <span className={styles.quiet}>–</span>
  return money.map((one, at) => (
    <LiveHighlight key={one.currency} value={centsOf(one)}>
      <span className={centsOf(one) === 0 ? styles.quiet : undefined}>
        {at > 0 && ' + '}
        {formatMoneyWhole(centsOf(one), one.currency)}
      </span>
    </LiveHighlight>
  ))
}

function PaidShares({ money }: { money: readonly BatchMoney[] }) {
  const claimed = money.filter(({ claimedCents }) => claimedCents > 0)
  if (claimed.length === 0) return <span className={styles.quiet}>–</span>
  return claimed.map(({ paidCents, claimedCents }) => formatShare(paidCents / claimedCents)).join(' · ')
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
  return (
    <span className={styles.progressCell}>
      <ProgressMeter parts={progressParts(t, counts)} total={counts.total} />
      <span className="numbers">{formatShare(counts.total === 0 ? 0 : counts.closed / counts.total)}</span>
    </span>
  )
}
