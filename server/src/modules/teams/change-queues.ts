import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type Queue, type queueApi, queuesMax } from '@regie/contract/teams.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustFindTeam } from './change-teams.ts'
import { listCallerIds, listQueues } from './team-queries.ts'

type NewQueue = RequestOf<typeof queueApi.create>['body']
type Change = RequestOf<typeof queueApi.change>['body']
type Parts = Omit<NewQueue, 'customerID'>

/** Makes a queue of a team. */
export async function createQueue({ db }: Services, caller: Caller, { customerID, ...parts }: NewQueue): Promise<Queue> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  mustBeInOrder(parts)
  return db.transaction().execute(async (tx) => {
    await mustBeOfCustomer(tx, caller, customerID, parts)
    const others = await mustBeFree(tx, customerID, 0, parts)
    if (others >= queuesMax) throw new AppError('queue.tooMany', { params: { max: queuesMax } })
    const { id } = await tx
      .insertInto('queues')
      .values({ customer_id: customerID, ...columnsOf(parts) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setParts(tx, customerID, id, parts)
    return shownQueue(tx, customerID, id)
  })
}

/** Changes a queue, unless somebody did so since the caller looked. */
export async function changeQueue({ db }: Services, caller: Caller, queueId: number, change: Change): Promise<Queue> {
  const { version, ...parts } = change
  mustBeInOrder(parts)
  const changed = await db.transaction().execute(async (tx) => {
    const queue = await mustFindQueue(tx, caller, queueId)
    if (queue.version !== version) return { customerId: queue.customerId, isOld: true }
    await mustBeOfCustomer(tx, caller, queue.customerId, parts)
    await mustBeFree(tx, queue.customerId, queueId, parts)
    if (queue.teamId !== parts.teamID) await removeMembers(tx, queue.customerId, queueId, [])
    await tx
      .updateTable('queues')
      .set({ ...columnsOf(parts), version: version + 1 })
      .where('customer_id', '=', queue.customerId)
      .where('id', '=', queueId)
      .execute()
    await setParts(tx, queue.customerId, queueId, parts)
    return { customerId: queue.customerId, isOld: false }
  })
  const current = await shownQueue(db, changed.customerId, queueId)
  if (changed.isOld) throw new AppError('error.conflict', { current })
  return current
}

/** Deletes a queue. */
export async function removeQueue({ db }: Services, caller: Caller, queueId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { customerId } = await mustFindQueue(tx, caller, queueId)
    await tx.deleteFrom('queues').where('customer_id', '=', customerId).where('id', '=', queueId).execute()
  })
}

const columnsOf = ({ teamID, name, number, priority, targetSeconds, targetPercent, ringSeconds, opening, texts, ...limits }: Parts) => ({
  ...{ team_id: teamID, name, number, priority, target_seconds: targetSeconds, target_percent: targetPercent },
  ...{ limit_seconds: limits.limitSeconds, limit_percent: limits.limitPercent, alert_minutes: limits.alertMinutes },
  ...{ waiting_warn: limits.waitingWarn, waiting_limit: limits.waitingLimit },
  ...{ ring_seconds: ringSeconds, opening: JSON.stringify(opening), texts: JSON.stringify(texts) },
})

/** A limit lies past its warning: else a figure would be over before it is watched. */
function mustBeInOrder({ targetSeconds, limitSeconds, targetPercent, limitPercent, waitingWarn, waitingLimit }: Parts): void {
  const wrong =
    (limitSeconds < targetSeconds && 'limitSeconds') ||
    (limitPercent > targetPercent && 'limitPercent') ||
    (waitingLimit < waitingWarn && 'waitingLimit')
  if (wrong) throw new AppError('queue.limitOrder', { field: wrong })
}

async function mustFindQueue(tx: Transaction, caller: Caller, queueId: number) {
  const found = await tx
    .selectFrom('queues')
    .select(['customer_id as customerId', 'team_id as teamId', 'version'])
    .where('id', '=', queueId)
    .where('customer_id', 'in', caller.customerIds.length === 0 ? [0] : caller.customerIds)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('queue.notFound')
  return found
}

async function shownQueue(db: Db, customerId: number, queueId: number): Promise<Queue> {
  const [queue] = await listQueues(db, customerId, queueId)
  if (!queue) throw new AppError('queue.notFound')
  return queue
}

/** The team and the scripts are the customer's, and who answers is in the team. */
async function mustBeOfCustomer(tx: Transaction, caller: Caller, customerId: number, parts: Parts): Promise<void> {
  // Its row is kept: nobody leaves the team while its queue is written.
  const team = await mustFindTeam(tx, caller, parts.teamID)
  if (team.customerId !== customerId) throw new AppError('team.notFound')
  const members = await tx
    .selectFrom('team_members')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('team_id', '=', parts.teamID)
    .execute()
  const known = new Set(members.map(({ user_id }) => user_id))
  if (parts.memberIDs.some((id) => !known.has(id))) throw new AppError('queue.notInTeam', { field: 'memberIDs' })
  const callerIds = await listCallerIds(tx, customerId)
  if (parts.callerIDs.some((number) => !callerIds.includes(number))) throw new AppError('queue.callerIdUnknown', { field: 'callerIDs' })
  if (parts.scriptIDs.length === 0) return
  const scripts = await tx
    .selectFrom('scripts')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', 'in', parts.scriptIDs)
    .execute()
  if (scripts.length < new Set(parts.scriptIDs).size) throw new AppError('script.notFound', { field: 'scriptIDs' })
}

/** Two queues that somebody could mistake for each other are refused. Answers how many others there are. */
async function mustBeFree(tx: Transaction, customerId: number, queueId: number, { name, number }: Parts): Promise<number> {
  // One at a time: what is free now is free until this is saved.
  await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  const others = await tx
    .selectFrom('queues')
    .select(['name', 'number'])
    .where('customer_id', '=', customerId)
    .where('id', '<>', queueId)
    .execute()
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw new AppError('queue.nameTaken', { field: 'name' })
  if (number !== '' && others.some((other) => other.number === number)) throw new AppError('queue.numberTaken', { field: 'number' })
  return others.length
}

async function setParts(
  tx: Transaction,
  customerId: number,
  queueId: number,
  { teamID, memberIDs, scriptIDs, callerIDs }: Parts,
): Promise<void> {
  await setNumbers(tx, customerId, queueId, callerIDs)
  await removeMembers(tx, customerId, queueId, memberIDs)
  if (memberIDs.length > 0)
    await tx
      .insertInto('queue_members')
      .values([...new Set(memberIDs)].map((userId) => ({ customer_id: customerId, queue_id: queueId, team_id: teamID, user_id: userId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await tx
    .deleteFrom('queue_scripts')
    .where('customer_id', '=', customerId)
    .where('queue_id', '=', queueId)
    .where('script_id', 'not in', scriptIDs.length === 0 ? [0] : scriptIDs)
    .execute()
  if (scriptIDs.length === 0) return
  // A script puts through to one queue: the one that was saved last.
  await tx
    .insertInto('queue_scripts')
    .values([...new Set(scriptIDs)].map((scriptId) => ({ customer_id: customerId, script_id: scriptId, queue_id: queueId })))
    .onConflict((conflict) => conflict.columns(['customer_id', 'script_id']).doUpdateSet({ queue_id: queueId }))
    .execute()
}

async function setNumbers(tx: Transaction, customerId: number, queueId: number, numbers: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('queue_numbers')
    .where('customer_id', '=', customerId)
    .where('queue_id', '=', queueId)
    .where('number', 'not in', numbers.length === 0 ? [''] : [...numbers])
    .execute()
  for (const number of new Set(numbers)) {
    const kept = await tx
      .insertInto('queue_numbers')
      .values({ customer_id: customerId, number, queue_id: queueId })
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'number']).doUpdateSet({ queue_id: queueId }).where('queue_numbers.queue_id', '=', queueId),
      )
      .returning('number')
      .executeTakeFirst()
    if (!kept) throw new AppError('queue.callerIdTaken', { field: 'callerIDs' })
  }
}

async function removeMembers(tx: Transaction, customerId: number, queueId: number, but: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('queue_members')
    .where('customer_id', '=', customerId)
    .where('queue_id', '=', queueId)
    .where('user_id', 'not in', but.length === 0 ? [0] : [...but])
    .execute()
}
