import { Right } from '@regie/contract/right-codes.ts'
import { turnSeconds, type Wallboard } from '@regie/contract/wallboard.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { WallAgents } from './wall-agents.tsx'
import { WallQuarters } from './wall-quarters.tsx'
import { DropTile, WallTiles } from './wall-tiles.tsx'
import styles from './wall.module.css'

type WallProps = {
  customerID: number
  board: Wallboard
  /** The queues to show. */
  queueIDs: readonly number[]
  /** Each queue by itself, or all as one. */
  isMulti: boolean
  /** On a wall nobody scrolls: queues by themselves take turns. */
  isFull: boolean
}

/** The wall: figures against their targets, the agents, and the last hour. */
export function Wall({ customerID, board, queueIDs, isMulti, isFull }: WallProps) {
  const t = useText()
  const mayChange = useRight(Right.changeAgents)
  const changesFor = mayChange && !isFull ? customerID : null
  const listens = useRight(Right.listenIn) && !isFull
  const now = useNow(1000)
  const chosen = board.queues.filter(({ queueID }) => queueIDs.length === 0 || queueIDs.includes(queueID))
  if (chosen.length === 0) return <EmptyState icon="headset" title={t('wallboard.empty.title')} text={t('wallboard.empty.text')} />
  const turn = Math.floor(now / 1000 / turnSeconds) % chosen.length
  const groups = !isMulti ? [chosen] : isFull ? [chosen.slice(turn, turn + 1)] : chosen.map((queue) => [queue])
  return (
    <div className={styles.wall} data-full={isFull}>
      {groups.map((queues) => {
        const ids = queues.map(({ queueID }) => queueID)
        const [only] = queues
        return (
          <div key={ids.join()} className={styles.group}>
            {isMulti && only !== undefined && (
              <h2 className={styles.queue}>
                {only.name} {only.number}
              </h2>
            )}
            <WallTiles queues={queues} now={now} />
            {(!isMulti || isFull) && <People board={board} ids={ids} now={now} changesFor={changesFor} listens={listens} />}
          </div>
        )
      })}
      {isMulti && !isFull && (
        <People board={board} ids={chosen.map(({ queueID }) => queueID)} now={now} changesFor={changesFor} listens={listens} />
      )}
    </div>
  )
}

type PeopleProps = { board: Wallboard; ids: readonly number[]; now: number; changesFor: number | null; listens: boolean }

function People({ board, ids, now, changesFor, listens }: PeopleProps) {
  const agents = board.agents.filter(({ queueIDs }) => queueIDs.some((id) => ids.includes(id)))
  return (
    <div className={styles.people}>
      <WallAgents
        agents={agents}
        queues={board.queues.filter(({ queueID }) => ids.includes(queueID))}
        now={now}
        changesFor={changesFor}
        listens={listens}
      />
      <div className={styles.aside}>
        <DropTile queues={board.queues.filter(({ queueID }) => ids.includes(queueID))} dropBounds={board.dropBounds} />
        <WallQuarters quarters={board.quarters.filter(({ queueID }) => ids.includes(queueID))} now={now} />
      </div>
    </div>
  )
}
