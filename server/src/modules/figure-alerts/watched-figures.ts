import type { SubscriptionKey } from '@regie/contract/contacts.ts'
import { dropMark, dropRate } from '@regie/contract/dialing.ts'
import { markOf, queueBounds, type QueueFigure, queueFigures, serviceLevel } from '@regie/contract/service-level.ts'
import type { Db } from '../../platform/db/database.ts'
import { findDropBounds, listQueueBoards, type Measured } from '../wallboard/queue-boards.ts'

/** A figure of a script or of a queue, beside its limit. */
export type WatchedFigure = {
  kind: 'drop' | QueueFigure
  /** Of which script or queue. */
  of: { scriptId: number } | { queueId: number }
  name: string
  key: Extract<SubscriptionKey, 'droprate_alert' | 'wallboard_alert'>
  scriptIds: number[]
  /** Percents, seconds, or people. */
  value: number
  limit: number
  isOver: boolean
  stayMinutes: number
}

/** Of fewer calls a share says nothing: one that is dropped would be a fifth of them. */
const callsToKnow = 20

/** The figures of a customer that can be mailed about, as they are now. */
export async function listWatchedFigures(db: Db, customerId: number, now: Date): Promise<WatchedFigure[]> {
  const bounds = await findDropBounds(db, customerId)
  const boards = await listQueueBoards(db, customerId, now)
  const drops = boards.flatMap(({ drops: scripts }) => scripts)
  return [
    ...drops.map(({ scriptID, script, answered, dropped }): WatchedFigure => {
      const rate = dropRate({ answered, dropped })
      return {
        ...{ kind: 'drop', of: { scriptId: scriptID }, name: script, key: 'droprate_alert', scriptIds: [scriptID] },
        ...{ value: rate * 100, limit: bounds.limitPercent, stayMinutes: bounds.alertMinutes },
        isOver: answered >= callsToKnow && dropMark(rate, bounds) === 'bad',
      }
    }),
    ...boards.flatMap((board) => queueFigures.map((kind) => queueFigure(kind, board, now))),
  ]
}

function queueFigure(kind: QueueFigure, board: Measured, now: Date): WatchedFigure {
  const bounds = queueBounds(kind, board)
  const value = valueOf(kind, board, now)
  return {
    ...{ kind, of: { queueId: board.queueID }, name: board.name, key: 'wallboard_alert', scriptIds: board.scriptIds },
    ...{ value: value ?? 0, limit: bounds.limit, stayMinutes: board.alertMinutes },
    isOver: value !== null && markOf(value, bounds) === 'bad',
  }
}

function valueOf(kind: QueueFigure, board: Measured, now: Date): number | null {
  if (kind === 'waiting') return board.waiting
  if (kind === 'wait') return board.longestSince === null ? null : (now.getTime() - Date.parse(board.longestSince)) / 1000
  const level = serviceLevel(board)
  return level === null || board.answered + board.abandoned < callsToKnow ? null : level * 100
}
