import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { beginListening, endListening, withdrawListening } from '../teams/call-listeners.ts'
import { askExchange } from './control-call.ts'

/** Rings the caller's phone so that they hear a call of a colleague. Written down before the exchange is asked: nobody listens unseen. */
export async function listenIn(services: Services, caller: Caller, callId: number) {
  const { db, clock } = services
  const call = await findTalk(services, caller, callId)
  if (call.agentId === caller.userId) throw new AppError('listening.ownCall')
  const listener = { customerId: call.customerId, id: callId, userId: caller.userId }
  const beganAt = clock.now()
  const isFirst = await db.transaction().execute((tx) => beginListening(tx, { ...listener, agentId: call.agentId }, beganAt))
  if (!isFirst) return mustListen(services, listener)
  try {
    await askExchange(services, listener, (exchange, ref) => exchange.listen(ref, caller.username))
  } catch (error) {
    await tryThrice(() => db.transaction().execute((tx) => withdrawListening(tx, listener)))
    throw error
  }
  return { callID: callId, beganAt: beganAt.toISOString() }
}

/** Asked again it is the same; where somebody else listens it is refused with their name. */
async function mustListen({ db }: Services, { customerId, id, userId }: { customerId: number; id: number; userId: number }) {
  const { rows } = await sql<{ userId: number | null; name: string | null; beganAt: Date }>`
    select l.user_id as "userId", l.began_at as "beganAt", u.username as name
    from call_listeners l
    left join users u on u.id = l.user_id
    where l.customer_id = ${customerId} and l.communication_id = ${id} and l.ended_at is null`.execute(db)
  const [on] = rows
  if (on?.userId === userId) return { callID: id, beganAt: on.beganAt.toISOString() }
  throw new AppError('listening.taken', { params: { name: on?.name ?? '' } })
}

/** A call in which somebody of the staff talks now. */
async function findTalk({ db }: Services, { customerIds }: Caller, callId: number) {
  const { rows } = await sql<{ customerId: number; agentId: number; isOn: boolean }>`
    select customer_id as "customerId", user_id as "agentId", began_at is not null and ended_at is null as "isOn"
    from desk_calls
    where communication_id = ${callId} and customer_id = any(${customerIds}::bigint[])
    order by ended_at is null desc, began_at desc nulls last
    limit 1`.execute(db)
  const [call] = rows
  if (!call) throw new AppError('call.notFound')
  if (!call.isOn) throw new AppError('desk.notTalking')
  return call
}

/** Ends what the caller hears; the call goes on. Who does not listen to it changes nothing. */
export async function stopListening(services: Services, caller: Caller, callId: number): Promise<null> {
  const { rows } = await sql<{ customerId: number; listens: boolean }>`
    select d.customer_id as "customerId", exists (
      select from call_listeners l
      where l.customer_id = d.customer_id and l.communication_id = d.communication_id
        and l.user_id = ${caller.userId} and l.ended_at is null) as listens
    from desk_calls d
    where d.communication_id = ${callId} and d.customer_id = any(${caller.customerIds}::bigint[])
    limit 1`.execute(services.db)
  const [call] = rows
  if (!call) throw new AppError('call.notFound')
  if (call.listens) await endFor(services, { customerId: call.customerId, id: callId, userId: caller.userId })
  return null
}

async function endFor(services: Services, { customerId, id, userId }: { customerId: number; id: number; userId?: number }) {
  try {
    await askExchange(services, { customerId, id }, (exchange, ref) => exchange.stopListening(ref))
  } catch (error) {
    // A call that is over is heard by nobody.
    if (!(error instanceof AppError && error.code === 'desk.callOver')) throw error
  }
  const ref = { customerId, id, ...(userId !== undefined && { userId }) }
  await tryThrice(() => services.db.transaction().execute((tx) => endListening(tx, ref, services.clock.now())))
}

/** Whoever may not listen any more (a right removed, an account locked or deleted) does not, however long the call lasts. Answers how many. */
export async function endForbiddenListening(services: Services): Promise<number> {
  const { rows } = await sql<{ customerId: number; id: number }>`
    select l.customer_id as "customerId", l.communication_id as id
    from call_listeners l
    where l.ended_at is null and not exists (
      select from users u
      where u.id = l.user_id and u.locked_at is null
        and active_rights_of(u.id) @> array[${Right.listenIn}, ('5' || l.customer_id)::bigint])
    limit 20`.execute(services.db)
  for (const call of rows) await endFor(services, call)
  // One that the exchange keeps is tried again with the next turn.
  return 0
}
