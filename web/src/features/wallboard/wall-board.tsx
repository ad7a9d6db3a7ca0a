import { useText } from '../../locales/i18n.tsx'
import { useKeptQueues } from '../../session/kept-queues.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { shownQueues } from './shown-queues.ts'
import { useWallboard } from './wallboard-data.ts'
import { Wall } from './wall.tsx'

/** The wall of a customer as its watcher chose it. */
export function WallBoard({ customerID, isFull = false }: { customerID: number; isFull?: boolean }) {
  const t = useText()
  const { teams, queues, multi } = useKeptQueues(customerID)
  return (
    <Loaded query={useWallboard(customerID)} lines={8}>
      {(board) =>
        board.queues.length === 0 ? (
          <EmptyState icon="headset" title={t('wallboard.empty.title')} text={t('wallboard.empty.text')} />
        ) : (
          <Wall customerID={customerID} board={board} queueIDs={shownQueues(board.queues, teams, queues)} isMulti={multi} isFull={isFull} />
        )
      }
    </Loaded>
  )
}
