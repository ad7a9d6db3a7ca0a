import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Services } from '../../services.ts'
import { type AlertState, firstState, nextState } from './alert-rule.ts'
import { listWatchedFigures, type WatchedFigure } from './watched-figures.ts'

/**
 * Job, every minute: looks at the figures of customers where somebody wants to hear when one is over its limit. How each stood is kept, and moves in the
 * transaction that queues its mail: after a stop it goes on, and two that look at once mail once.
 */
export async function watchFigures({ db, clock }: Pick<Services, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  const { rows: customers } = await sql<{ id: number }>`
    select distinct s.customer_id as id
    from contact_subscriptions s
    join contacts c on c.customer_id = s.customer_id and c.id = s.contact_id and c.active
    where s.key in ('droprate_alert', 'wallboard_alert')
    order by 1`.execute(db)
  for (const { id } of customers) {
    signal.throwIfAborted()
    await tryThrice(() => db.transaction().execute((tx) => watchCustomer(tx, id, clock.now())))
  }
}

async function watchCustomer(tx: Transaction, customerId: number, now: Date): Promise<void> {
  const figures = await listWatchedFigures(tx, customerId, now)
  const states = await lockStates(tx, customerId, figures, now)
  for (const figure of figures) {
    const kept = states.get(placeOf(figure))
    if (kept === undefined) continue
    const { state, mails } = nextState(kept, figure.isOver, figure.stayMinutes, now)
    await tx
      .updateTable('figure_alerts')
      .set({
        ...{ over_since: state.overSince, under_since: state.underSince, armed: state.isArmed, mailed_at: state.mailedAt },
        looked_at: state.lookedAt,
      })
      .where('customer_id', '=', customerId)
      .where('id', '=', kept.id)
      .execute()
    if (mails) await mailAbout(tx, customerId, figure, state.overSince ?? now)
  }
}

const placeOf = ({ kind, of }: Pick<WatchedFigure, 'kind' | 'of'>) => `${kind} ${'scriptId' in of ? of.scriptId : of.queueId}`

/** How these figures stood, as nobody else changes it meanwhile; those that nobody watched yet begin now. */
async function lockStates(tx: Transaction, customerId: number, figures: readonly WatchedFigure[], now: Date) {
  const first = firstState(now)
  if (figures.length > 0)
    await tx
      .insertInto('figure_alerts')
      .values(
        figures.map(({ kind, of }) => ({
          ...{ customer_id: customerId, figure: kind, looked_at: first.lookedAt, armed: first.isArmed },
          script_id: 'scriptId' in of ? of.scriptId : null,
          queue_id: 'queueId' in of ? of.queueId : null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const rows = await tx.selectFrom('figure_alerts').selectAll().where('customer_id', '=', customerId).orderBy('id').forUpdate().execute()
  return new Map(
    rows.map((row): [string, AlertState & { id: number }] => [
      `${row.figure} ${row.script_id ?? row.queue_id}`,
      {
        ...{ id: row.id, overSince: row.over_since, underSince: row.under_since, isArmed: row.armed },
        ...{ mailedAt: row.mailed_at, lookedAt: row.looked_at },
      },
    ]),
  )
}

async function mailAbout(tx: Transaction, customerId: number, figure: WatchedFigure, since: Date): Promise<void> {
  const { kind, name, key, scriptIds, value, limit } = figure
  await enqueue(tx, 'mailSubscribers', {
    ...{ customerId, key, cause: `${placeOf(figure)} ${since.toISOString()}`, scriptIds, about: name, count: 0, until: null },
    figure: { kind, value, limit, since: since.toISOString() },
  })
}
