import { dropRate, type Dialing, type DialingMode } from '@regie/contract/dialing.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { linesInUse } from '../scripts/lines-in-use.ts'
import { firstPace } from './dialing-rule.ts'
import { findPaced, mayBegin } from './paced-scripts.ts'

/** How a script of a customer that the caller serves dials at this moment. */
export async function findDialing({ db, clock }: Pick<Services, 'db' | 'clock'>, caller: Caller, scriptId: number): Promise<Dialing> {
  const row = await findRow(db, scriptId)
  mustAccessCustomer(caller, row.customer_id, 'script.notFound')
  const paced = await findPaced(db, [row.customer_id], clock.now())
  const standing = paced.get(row.customer_id)
  const script = standing?.scripts.find((one) => one.scriptId === scriptId)
  const agents = standing?.agents.filter(({ queueIds }) => script && queueIds.includes(script.queueId)) ?? []
  const pace = script?.pace ?? firstPace
  const hour = { calls: row.calls ?? 0, answered: row.answered ?? 0, wanted: row.wanted ?? 0, dropped: row.dropped ?? 0 }
  return {
    mode: row.dialing as DialingMode,
    queue: row.queue,
    agents: { free: agents.filter(({ isBusy }) => !isBusy).length, busy: agents.filter(({ isBusy }) => isBusy).length },
    waiting: script?.waiting ?? 0,
    dialling: script?.dialling ?? 0,
    mayBegin: Math.max(0, mayBegin(paced).get(scriptId) ?? row.max_lines - row.lines),
    factor: pace.factor,
    heldBack: pace.heldBack,
    hour,
    dropRate: dropRate(hour),
    bounds: { warnPercent: Number(row.warn_percent), limitPercent: Number(row.limit_percent) },
  }
}

async function findRow(db: Db, scriptId: number) {
  const row = await db
    .selectFrom('scripts as s')
    .leftJoin('queue_scripts as q', (join) => join.onRef('q.customer_id', '=', 's.customer_id').onRef('q.script_id', '=', 's.id'))
    .leftJoin('queues as k', (join) => join.onRef('k.customer_id', '=', 'q.customer_id').onRef('k.id', '=', 'q.queue_id'))
    .leftJoin('dialing_paces as p', (join) => join.onRef('p.customer_id', '=', 's.customer_id').onRef('p.script_id', '=', 's.id'))
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(['c.drop_warn_percent as warn_percent', 'c.drop_limit_percent as limit_percent'])
    .select(['s.customer_id', 's.dialing', 's.max_lines', 'k.name as queue', 'p.calls', 'p.answered', 'p.wanted', 'p.dropped'])
    .select(linesInUse('s').as('lines'))
    .where('s.id', '=', scriptId)
    .executeTakeFirst()
  if (!row) throw new AppError('script.notFound')
  return row
}
