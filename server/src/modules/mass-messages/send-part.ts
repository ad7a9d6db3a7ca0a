import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { MessageRefusal } from '@regie/contract/messages.ts'
import { type Selectable, sql } from 'kysely'
import { publishCasesChanged } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { MessageJobs } from '../../platform/db/tables.generated.ts'
import type { Services } from '../../services.ts'
import { nextSelected } from '../bulk/case-selection.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { findNamed } from '../communications/sms-failover/named-provider.ts'
import { queueMessage } from '../communications/queue-message.ts'
import { createPaymentLink } from '../payment-links/create-payment-link.ts'
import { linkUrlFor } from '../cases/money/payment-link-url.ts'
import { lockOpenLinks } from '../payment-links/end-links.ts'
import { caseValues } from '../templates/case-values.ts'
import { mailExtras } from '../templates/mail-extras.ts'
import { senderOfChannel } from '../templates/senders.ts'
import type { RenderedText } from '../templates/render-template.ts'
import { recordTimeline, type TimelineEntry } from '../timeline/record-timeline.ts'
import { extendUndoEntry } from '../undo-entries/open-undo-entry.ts'
import { chooseWay, considerCase, mailsOf, type Considered, type Considering } from './consider-case.ts'
import { KeptFilter, KeptPlan, leavesAt } from './message-job-queries.ts'
import { consideringOf, findOffered } from './message-order.ts'
import { readMany, type ReadCase } from './read-many.ts'

type Job = Selectable<MessageJobs>
type Outcome = {
  caseId: number
  /** By which it goes; of who gets nothing: the first of the order. */
  channel: WrittenChannel
  reason: MessageRefusal | null
  nextAt: string | null
  communicationId: number | null
}
type Ways = readonly [Considering, ...Considering[]]
type Sending = { tx: Transaction; services: Services; job: Job; now: Date }

// About half a second: progress is seen to move, and nobody who works on the same cases waits longer.
const casesPerPart = 200

/** Queues the next part of an order: each case once, if it may get it now. True when there may be more. */
export async function sendPart(tx: Transaction, services: Services, job: Job, rights: readonly number[], now: Date): Promise<boolean> {
  const { customer_id: customerId, channel, last_id: lastId, reached } = job
  const filter = KeptFilter.parse(job.filter)
  const caseIds = await nextSelected(tx, customerId, filter, { reached, lastId, limit: casesPerPart })
  const last = caseIds.at(-1)
  if (last === undefined) return false
  const first = channel as WrittenChannel
  const plan = KeptPlan.parse(job.plan)
  const ways = await findWays({ tx, services, job, now }, plan, rights)
  const outcomes: Outcome[] = ways
    ? await queueAll({ tx, services, job, now }, caseIds, ways, plan.makeLinks)
    : caseIds.map((caseId) => ({ caseId, channel: first, reason: 'templateChanged', nextAt: null, communicationId: null }))
  await saveOutcomes(tx, job, outcomes)
  const queued = outcomes.filter(({ communicationId }) => communicationId !== null).length
  const endsAt = leavesAt(job.send_at, job.created_at)
  if (job.undo_entry_id !== null) await extendUndoEntry(tx, { id: job.undo_entry_id, customerId, at: now }, queued, { now, endsAt })
  await tx
    .updateTable('message_jobs')
    .set((eb) => ({ reached: last, done: eb('done', '+', caseIds.length) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', job.id)
    .execute()
  await notifyEngine(tx)
  return true
}

/** The channels of the order with their texts; undefined: one of them is not as it was when it was ordered. */
async function findWays({ tx, services, job, now }: Sending, plan: KeptPlan, rights: readonly number[]): Promise<Ways | undefined> {
  const at = job.send_at !== null && job.send_at > now ? job.send_at : now
  const findWay = async (channel: WrittenChannel, templateID: number, revisionID: number) => {
    const live = await findOffered(tx, { customerID: job.customer_id, templateID }, channel)
    if (live?.revisionId !== revisionID) return undefined
    const named = await findNamed(tx, job.customer_id, { channel, options: live.options })
    return consideringOf(services, rights, channel, { ...plan, live, named, at })
  }
  const first = await findWay(job.channel as WrittenChannel, job.template_id, job.revision_id)
  const next: Considering[] = []
  for (const { channel, templateID, revisionID } of plan.otherwise) {
    const way = await findWay(channel, templateID, revisionID)
    if (!way) return undefined
    next.push(way)
  }
  return first && [first, ...next]
}

async function queueAll(sending: Sending, caseIds: readonly number[], ways: Ways, makeLinks: boolean): Promise<Outcome[]> {
  const { tx, services, job, now } = sending
  const { customer_id: customerId } = job
  // Links before cases, as payers lock them.
  if (makeLinks) await lockOpenLinks(tx, customerId, sql`select unnest(${caseIds}::bigint[])`)
  await sql`
    select from cases
    where customer_id = ${customerId} and id = any(${caseIds}::bigint[])
    order by id
    for no key update`.execute(tx)
  const outcomes: Outcome[] = []
  const lines: TimelineEntry[] = []
  const changed = new Map<number, number[]>()
  for (const read of await readMany(tx, services, { customerId, caseIds, mails: mailsOf(ways), now })) {
    const { considering, considered } = chooseWay(read, ways)
    const { refused } = considered
    const { channel } = considering
    const { caseId, batchId } = read.one
    const communicationId = refused ? null : await queueOne(sending, read, considering, considered)
    if (communicationId === null) {
      outcomes.push({ caseId, channel, reason: refused?.reason ?? 'noProvider', nextAt: refused?.nextAt ?? null, communicationId })
      continue
    }
    outcomes.push({ caseId, channel, reason: null, nextAt: null, communicationId })
    const params = job.send_at === null ? {} : { at: job.send_at.toISOString() }
    lines.push({ customerId, caseId, event: `${channel}Queued` as const, params, communicationId, byUser: job.username, at: now })
    changed.set(batchId, [...(changed.get(batchId) ?? []), caseId])
  }
  await recordTimeline(tx, lines)
  for (const [batchId, ids] of changed) await publishCasesChanged(tx, { customerId, batchId, caseIds: ids })
  return outcomes
}

/** Null: nobody carries it, or this case had it already. */
async function queueOne(
  sending: Sending,
  read: ReadCase,
  considering: Considering,
  { permission, recipient, carrier, copies, ...considered }: Considered,
): Promise<number | null> {
  const { tx, services, job, now } = sending
  const { one } = read
  const { channel, live } = considering
  const rendered = considered.needsLink ? await withNewLink(sending, read, considering) : considered.rendered
  if (!carrier || recipient === null || !rendered) return null
  const { customerId, caseId, batchId, customerName } = one
  return queueMessage(
    tx,
    {
      ...rendered,
      ...{ customerId, caseId, batchId, channel, recipient, carrier, permission },
      sender: senderOfChannel(channel, { fromName: live.options.fromName, customerName, own: carrier.sender || services.config.mailFrom }),
      isByHand: true,
      // What goes to many is a mailing: its reader may leave it.
      mail: copies && mailExtras(live.options, copies, caseValues(one, undefined, live.options), 'script'),
      sendAt: leavesAt(job.send_at, job.created_at),
      templateRevisionId: live.revisionId,
      idempotencyKey: `many:${job.id}:${caseId}`,
    },
    now,
  )
}

/** The text with a link that is made with it. */
async function withNewLink({ tx, services, job }: Sending, read: ReadCase, considering: Considering): Promise<RenderedText | null> {
  const { customerId, caseId, batchId, outstandingCents, currency } = read.one
  if (!outstandingCents) return null
  const order = { customerId, caseId, batchId, amountCents: outstandingCents, currency, validDays: read.validDays }
  const { url } = await createPaymentLink(tx, services, { ...order, idempotencyKey: `many:${job.id}:${caseId}:link` })
  const token = 'made'
  return considerCase({ ...read, token }, { ...considering, urlOf: () => linkUrlFor(considering.channel, services.config, url) }).rendered
}

async function saveOutcomes(tx: Transaction, { customer_id, id, send_at }: Job, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await tx
    .insertInto('message_job_cases')
    .values(
      outcomes.map(({ caseId, channel, reason, nextAt, communicationId }) => ({
        ...{ customer_id, job_id: id, case_id: caseId, channel, reason, next_at: nextAt, communication_id: communicationId },
        outcome: reason !== null ? 'refused' : send_at === null ? 'sent' : 'planned',
      })),
    )
    .execute()
}
