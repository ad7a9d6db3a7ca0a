import { sql } from 'kysely'
import { unidentified } from '@regie/contract/call-menu.ts'
import { type Channel, channelTable, type DeliveryNews } from '@regie/contract/channels.ts'
import type { DeliveryUpdate } from '../../gateways/message-gateway.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { publish } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { recordCallAnswer, resultOfAnswer } from '../cases/record-call-answer.ts'
import { moveLive } from '../case-runs/live-cases.ts'
import { wakeCase } from '../case-runs/wake-case.ts'
import { wakeHeldByStaff } from '../case-runs/wake-held.ts'
import { countEndedCall } from '../dialing/count-calls.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { findByReference, newsOfWhole } from './sms-lines/find-by-reference.ts'
import { endListening } from '../teams/call-listeners.ts'
import { endDeskCalls } from '../teams/desk-calls.ts'
import { recordUnknownNews } from './inbound/unknown-caller.ts'
import { endInboundCall } from './inbound/end-inbound.ts'
import { isReturn, recordReturn } from './queue/agent-returns.ts'
import { answerOffer, missOffer } from './queue/offers.ts'
import { enterQueue, leaveQueue } from './queue/queue-calls.ts'
import { recordTalking } from './manual-calls/record-talking.ts'
import { recordChoice, saidOtherPerson } from './voice/record-choice.ts'
import { laterDelivery } from './delivery-status.ts'
import { recordUnknownCode } from './failures/unknown-codes.ts'

/** False: no message carries this reference (yet). */
export type Recorded = boolean

/** Records the news of a provider about one message. The same news again, or older news, changes nothing. */
export async function recordDelivery(tx: Transaction, provider: string, update: DeliveryUpdate, providerId?: number): Promise<Recorded> {
  const named = await findByReference(tx, provider, update)
  if (!named) return false
  const found = await tx
    .selectFrom('communications')
    .select([...messageColumns, 'provider_id', statusField])
    .where('customer_id', '=', named.customerId)
    .where('id', '=', named.id)
    .executeTakeFirstOrThrow()
  // What one number hears is about its own messages, whatever it names.
  if (providerId !== undefined && found.provider_id !== providerId) return false
  // Of a message in parts only the last of them says something of the whole.
  const whole = await newsOfWhole(tx, named, update)
  if (whole) await recordNews(tx, found, provider, whole)
  return true
}

type News = Omit<DeliveryUpdate, 'providerRef'>

/** The same for a message that is known by its id; `source` tells who reported it. */
export async function recordDeliveryOf(
  tx: Transaction,
  { customerId, id }: { customerId: number; id: number },
  source: string,
  news: News,
) {
  const found = await tx
    .selectFrom('communications')
    .select([...messageColumns, statusField])
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (found) await recordNews(tx, found, source, news)
}

const messageColumns = ['customer_id', 'id', 'case_id', 'batch_id', 'channel', 'simulated', 'by_hand', 'provider', 'inbound'] as const
// In the statement that is asked anyhow: most messages name no field.
const statusField = sql<string | null>`(
    select t.mail ->> 'statusField'
    from communication_contents t
    where t.customer_id = communications.customer_id and t.communication_id = communications.id
      and t.queued_at = communications.queued_at)`.as('status_field')
type Found = {
  customer_id: number
  id: number
  case_id: number | null
  batch_id: number | null
  channel: string
  simulated: boolean
  by_hand: boolean
  provider: string
  inbound: boolean
  status_field: string | null
}

async function recordNews(tx: Transaction, { case_id: caseId, batch_id: batchId, ...message }: Found, provider: string, update: News) {
  if (caseId === null || batchId === null) {
    const call = { customerId: message.customer_id, id: message.id }
    return recordUnknownNews(tx, call, update, () => isNews(tx, provider, update))
  }
  return recordCaseNews(tx, { ...message, case_id: caseId, batch_id: batchId }, provider, update)
}

type OfCase = Found & { case_id: number; batch_id: number }

async function recordCaseNews(tx: Transaction, found: OfCase, provider: string, update: News): Promise<void> {
  const ref = { customerId: found.customer_id, caseId: found.case_id }
  if (update.state === 'live') return recordLive(tx, { ...ref, batchId: found.batch_id, id: found.id, inbound: found.inbound }, update)
  // The case first, then its message, then the counters: the order in which everybody locks, so that nobody waits in a circle.
  await sql`select from cases where customer_id = ${ref.customerId} and id = ${ref.caseId} for no key update`.execute(tx)
  if (!(await isNews(tx, provider, update))) return
  const message = await tx
    .selectFrom('communications')
    .select(['delivery', 'state', 'chosen'])
    .where('customer_id', '=', found.customer_id)
    .where('id', '=', found.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (update.state === 'talking') {
    const call = { ...ref, batchId: found.batch_id, id: found.id }
    if (message.delivery !== null) return
    await notePickUp(tx, call, update.at)
    if (!(await answerOffer(tx, call, update.at))) await recordTalking(tx, call, update.at)
    return
  }
  if (update.state === 'chose') {
    if (message.delivery !== null) return
    await recordChoice(tx, { ...ref, id: found.id, simulated: found.simulated }, update)
    return publish(tx, { kind: 'case.changed', ...ref, batchId: found.batch_id })
  }
  if (isReturn(update.state)) return recordReturn(tx, { ...ref, batchId: found.batch_id, id: found.id }, update.state, update.at)
  if (update.state === 'agentMissed') return missOffer(tx, { customerId: ref.customerId, id: found.id }, update.at)
  if (update.state === 'listenerGone') return endListening(tx, { customerId: ref.customerId, id: found.id }, update.at)
  const reported: readonly DeliveryNews[] = channelTable[found.channel as Channel].news
  if (!reported.includes(update.state)) return
  // Whoever called us was not put through to by a script.
  const state = found.inbound && update.state === 'transferred' ? 'answered' : update.state
  const delivery = laterDelivery(message.delivery as DeliveryNews | null, state)
  if (!delivery) return
  await tx
    .updateTable('communications')
    .set({ delivery, delivered_at: update.at, ...(update.reason !== undefined && { reason: update.reason }) })
    .where('customer_id', '=', found.customer_id)
    .where('id', '=', found.id)
    .execute()
  if (update.state === 'failed' && update.reason !== undefined && !found.simulated)
    await recordUnknownCode(tx, found, update.reason, update.at)
  if (found.status_field !== null) await enqueue(tx, 'writeStatusTime', { customerId: ref.customerId, communicationId: found.id })
  // Who hung up before showing who they are was not told about the debt.
  if (found.channel === 'call' && !found.inbound && state === 'answered' && message.delivery === null && message.chosen === null)
    await recordChoice(tx, { ...ref, id: found.id, simulated: found.simulated }, { choice: unidentified, at: update.at })
  const event = found.inbound ? null : eventOf(found.channel as Channel, update.state, update.answer)
  if (event) {
    const params = {
      ...(update.reason !== undefined && { reason: update.reason }),
      ...(update.answer !== undefined && { answer: update.answer }),
    }
    await recordTimeline(tx, [{ ...ref, event, params, communicationId: found.id, simulated: found.simulated, at: update.at }])
  }
  // Only the first word on a call ends it; a correction later changes what is shown, not what the script did.
  const endsCall = found.channel === 'call' && message.delivery === null
  if (endsCall && found.inbound) await endInboundCall(tx, { ...ref, id: found.id, simulated: found.simulated }, update.at)
  else if (endsCall) {
    const left = await leaveQueue(tx, { customerId: ref.customerId, id: found.id }, update.at)
    await endDeskCalls(tx, { customerId: ref.customerId, id: found.id }, update.at)
    const answer = update.answer ?? answerOf(update.state)
    const isOther = await saidOtherPerson(tx, { customerId: ref.customerId, id: found.id }, message.chosen)
    const result = left !== null ? resultOfQueue[left] : isOther ? 'VERK' : resultOfAnswer[answer]
    await recordCallAnswer(tx, ref, answer, update.at, result)
    await wakeCase(tx, ref.customerId, ref.caseId)
    if (found.by_hand) await wakeHeldByStaff(tx, ref.customerId, [ref.caseId], update.at)
  }
  await publish(tx, { kind: 'case.changed', ...ref, batchId: found.batch_id })
  if (found.channel === 'call') await publish(tx, { kind: 'batch.changed', customerId: ref.customerId, batchId: found.batch_id })
  if (endsCall && !found.by_hand && !found.inbound) {
    const isAnswered = ['mens', 'mens_onzeker'].includes(update.answer ?? answerOf(update.state))
    await countEndedCall(tx, { customerId: ref.customerId, batchId: found.batch_id, isAnswered, at: update.at })
  }
}

/** A call moved on. That is said again and again and changes nothing that stays, so that nobody keeps it. */
async function recordLive(
  tx: Transaction,
  { id, inbound, ...call }: { customerId: number; caseId: number; batchId: number; id: number; inbound: boolean },
  news: News,
) {
  const { live, at } = news
  if (live !== undefined) await notePickUp(tx, { customerId: call.customerId, id }, at)
  // A closed case has no live state; whoever calls about it waits all the same.
  if (live === undefined || (!(await moveLive(tx, call, { state: live, at })) && !inbound)) return
  if (live === 'transferring') await enterQueue(tx, { customerId: call.customerId, id }, at)
  await publish(tx, { kind: 'case.changed', ...call })
}

/** Somebody, or a machine, picked up: from this moment on a call costs by the minute. The first word counts, which comes before the end. */
async function notePickUp(tx: Transaction, { customerId, id }: { customerId: number; id: number }, at: Date): Promise<void> {
  await tx
    .updateTable('communications')
    .set({ picked_up_at: at })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('picked_up_at', 'is', null)
    .where('delivered_at', 'is', null)
    .execute()
}

/** Providers repeat themselves until they get an answer: the first time counts. */
async function isNews(tx: Transaction, provider: string, { eventKey, at, ...payload }: News): Promise<boolean> {
  const kept = await tx
    .insertInto('provider_events')
    .values({ provider, event_key: eventKey, at, payload: JSON.stringify(payload) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_key')
    .executeTakeFirst()
  return kept !== undefined
}

// Who was put through, and who hung up before an agent was free (product.md §5.7).
const resultOfQueue = { done: 'DOOR', abandoned: 'AFG' } as const

function answerOf(state: DeliveryNews) {
  if (state === 'answered' || state === 'transferred') return 'mens'
  if (state === 'voicemail') return 'voicemail'
  return state === 'unanswered' ? 'niet_opgenomen' : 'technisch'
}

function eventOf(channel: Channel, state: DeliveryNews, answer: DeliveryUpdate['answer']) {
  if (channel === 'call') return callEvent(state, answer)
  if (state === 'delivered') return `${channel}Delivered` as const
  // That it was read shows as the state of the message; a mail reader's word is no event of the case.
  return state === 'failed' ? (`${channel}Failed` as const) : null
}

function callEvent(state: DeliveryNews, answer: DeliveryUpdate['answer']) {
  if (state === 'answered') return 'callAnswered'
  if (state === 'transferred') return 'callTransferred'
  if (state === 'voicemail') return 'callVoicemail'
  if (state === 'unanswered') return answer === 'bezet' ? 'callBusy' : 'callNotAnswered'
  return 'callFailed'
}
