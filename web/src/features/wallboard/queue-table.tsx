import type { QueueBoard, WaitingCall } from '@regie/contract/wallboard.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useMemo } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useKeptQueues } from '../../session/kept-queues.ts'
import { stopwatch } from '../../session/stopwatch.ts'
import { useRight } from '../../session/use-right.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { shownQueues } from './shown-queues.ts'
import { useWallboard } from './wallboard-data.ts'
import { WallTiles } from './wall-tiles.tsx'
import styles from './wall.module.css'

/** Who waits now, in the order in which they are helped. */
export function QueueTable({ customerID }: { customerID: number }) {
  const t = useText()
  const maySeeCases = useRight(Right.viewCases)
  const now = useNow(1000)
  const query = useWallboard(customerID)
  const { teams, queues } = useKeptQueues(customerID)
  const boards = useMemo(() => query.data?.queues ?? [], [query.data])
  const ids = shownQueues(boards, teams, queues)
  const rows = (query.data?.waiting ?? []).filter(({ queueID }) => ids.includes(queueID))
  const columns = useQueueColumns(boards)
  return (
    <div className={styles.wall}>
      <WallTiles queues={boards.filter(({ queueID }) => ids.includes(queueID))} now={now} />
      <DataTable<WaitingCall>
        label={t('menu.screens.queue')}
        columns={columns}
        list={{
          ...{ rows, total: null, hasMore: false, loadMore: () => undefined },
          ...{ isLoading: query.isPending, failure: query.error, retry: () => void query.refetch() },
        }}
        rowKey={({ callID }) => String(callID)}
        {...(maySeeCases && { linkTo: ({ caseID }: WaitingCall) => (caseID === null ? undefined : paths.case(caseID)) })}
        empty={<EmptyState icon="headset" title={t('wallboard.nobodyWaits')} text={t('wallboard.queueEmpty')} />}
      />
    </div>
  )
}

function useQueueColumns(boards: readonly QueueBoard[]): readonly Column<WaitingCall>[] {
  const t = useText()
  return useMemo(() => {
    const names = new Map(boards.map(({ queueID, name, number }) => [queueID, `${name} ${number}`.trim()]))
    const queueOf = ({ queueID }: WaitingCall) => names.get(queueID) ?? ''
    return [
      { key: 'caseNumber', label: t('wallboard.case'), width: 140, cell: (row) => row.caseNumber ?? t('wallboard.unknownCaller') },
      { key: 'queue', label: t('wallboard.queue'), width: 200, takesRest: true, cell: queueOf, text: queueOf },
      { key: 'position', label: t('wallboard.position'), width: 90, align: 'right', cell: (row) => row.position },
      { key: 'caller', label: t('wallboard.caller'), width: 170, cell: (row) => <span className="numbers">{row.caller ?? '–'}</span> },
      {
        key: 'direction',
        label: t('wallboard.direction'),
        width: 110,
        cell: ({ isInbound }) => t(isInbound ? 'wallboard.inbound' : 'wallboard.outbound'),
      },
      { key: 'waiting', label: t('wallboard.waits'), width: 110, align: 'right', cell: (row) => <Waits since={row.since} /> },
      {
        key: 'expected',
        label: t('wallboard.expected'),
        width: 170,
        align: 'right',
        cell: (row) => (row.expectedWait === null ? t('wallboard.nobodyThere') : stopwatch(row.expectedWait * 1000)),
      },
      { key: 'priority', label: t('wallboard.priority'), width: 90, align: 'right', cell: (row) => row.priority },
    ]
  }, [t, boards])
}

function Waits({ since }: { since: string }) {
  const now = useNow(1000)
  return <>{stopwatch(now - Date.parse(since))}</>
}
