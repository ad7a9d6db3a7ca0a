import type { MonitorRow } from '@regie/contract/monitor.ts'
import { useMemo } from 'react'
import { formatMoment, formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { stopwatch } from '../../session/stopwatch.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { liveLooks } from './live-looks.ts'

/** The columns of product.md §5.16, in their order. */
export function useMonitorColumns(): readonly Column<MonitorRow>[] {
  const t = useText()
  return useMemo(
    () => [
      { key: 'caseNumber', label: t('monitor.columns.caseNumber'), width: 92, sort: 'caseNumber', cell: (row) => row.caseNumber },
      {
        key: 'script',
        label: t('monitor.columns.script'),
        width: 168,
        sort: 'script',
        cell: (row) => row.scriptName,
        text: (row) => row.scriptName,
      },
      {
        key: 'batch',
        label: t('monitor.columns.batch'),
        width: 168,
        sort: 'batch',
        takesRest: true,
        cell: (row) => row.batchName,
        text: (row) => row.batchName,
      },
      { key: 'state', label: t('monitor.columns.state'), width: 172, sort: 'state', cell: (row) => <State row={row} /> },
      {
        key: 'since',
        label: t('monitor.columns.since'),
        width: 76,
        sort: 'since',
        align: 'right',
        cell: (row) => <Since at={row.since} />,
      },
      {
        key: 'agent',
        label: t('monitor.columns.agent'),
        width: 130,
        sort: 'agent',
        cell: (row) => row.agent ?? '–',
        text: (row) => row.agent ?? '',
      },
      {
        key: 'number',
        label: t('monitor.columns.number'),
        width: 128,
        cell: (row) => <span className="numbers">{row.number ?? '–'}</span>,
      },
      { key: 'attempts', label: t('monitor.columns.attempts'), width: 84, sort: 'attempts', align: 'right', cell: (row) => row.attempts },
      {
        key: 'lastAnswer',
        label: t('monitor.columns.lastAnswer'),
        width: 124,
        cell: (row) => (row.lastAnswer === null ? '–' : t(`cases.answers.${row.lastAnswer}`)),
      },
    ],
    [t],
  )
}

function State({ row: { state, until } }: { row: MonitorRow }) {
  const t = useText()
  const { icon, tone } = liveLooks[state]
  const word = t(`monitor.states.${state}`)
  return (
    <Badge tone={tone} icon={icon}>
      {until === null ? word : t('monitor.coolsUntil', { state: word, time: formatTime(until) })}
    </Badge>
  )
}

function Since({ at }: { at: string }) {
  const now = useNow(1000)
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {stopwatch(now - Date.parse(at))}
    </time>
  )
}
