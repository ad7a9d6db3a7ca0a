import { linkChannels } from '@regie/contract/payment-actions.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { askedBeforeDays, lastDayOf, nextAsk } from '../../arrangements/instalments/instalments.ts'
import { askLater, lockStandingPlan, noteAsked, type PlanRef } from '../../arrangements/instalments/standing-plan.ts'
import { publishCaseChanged } from '../../cases/case-changes.ts'
import type { CaseFacts } from '../../contact-facts/contact-facts.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { addDays, toLocalTime } from '../../contact-permission/local-time.ts'
import { createPaymentLink } from '../../payment-links/create-payment-link.ts'
import { linkUrlFor } from '../../cases/money/payment-link-url.ts'
import { caseValues } from '../../templates/case-values.ts'
import { mailExtras } from '../../templates/mail-extras.ts'
import { emailSender, smsSender } from '../../templates/senders.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { findFacts, findLinkWay, type LinkWay } from '../payment-link/link-ways.ts'
import { findWrittenCase, type WrittenCase } from '../payment-link/written-case.ts'
import { queueMessage } from '../queue-message.ts'

// So many in one look; each is a transaction of its own.
const askedAtOnce = 100
// Where nobody knows when it may, and where an earlier instalment is still to come.
const againMs = 3_600_000
// A payer who is late may still pay by the link.
const validAfterDays = 14
const dayMs = 24 * 3_600_000

/** Asks for the instalments of plans whose time has come, and reminds of those that were missed. Answers how many plans were looked at. */
export async function askInstalments(services: Services): Promise<number> {
  const now = services.clock.now()
  const plans = await findPlans(services.db, toLocalTime(now).date, now)
  // One that fails keeps none of the others from theirs; it is tried again at the next look.
  const failures: unknown[] = []
  for (const plan of plans)
    await tryThrice(() => services.db.transaction().execute((tx) => ask(tx, services, plan, now))).catch((error: unknown) =>
      failures.push(error),
    )
  if (failures.length > 0) throw failures[0]
  return plans.length
}

async function findPlans(db: Db, today: string, now: Date): Promise<PlanRef[]> {
  const { rows } = await sql<PlanRef>`
    select p.customer_id as "customerId", p.case_id as "caseId", p.id as "promiseId"
    from payment_promise_parts q
    join payment_promises p on p.customer_id = q.customer_id and p.id = q.promise_id
    where q.state = 'open' and q.due <= ${addDays(today, askedBeforeDays)}::date and p.state = 'open' and p.asks_by_link
      and (q.asked_at is null or (q.late_after is not null and q.reminded_at is null))
      and (q.ask_from is null or q.ask_from <= ${now})
    group by p.customer_id, p.case_id, p.id
    order by min(q.due), p.id
    limit ${askedAtOnce}`.execute(db)
  return rows
}

/** One instalment: its link and its message in one transaction, once however often it is tried. */
async function ask(tx: Transaction, services: Services, plan: PlanRef, now: Date): Promise<void> {
  const standing = await lockStandingPlan(tx, plan)
  if (!standing?.asksByLink) return
  const next = nextAsk(standing.parts, standing.paid, toLocalTime(now).date)
  if (!next) return askLater(tx, plan, new Date(now.getTime() + againMs))
  const { part, stillCents, isReminder } = next
  const found = await findWrittenCase(tx, plan)
  // No instalment asks for more than is open.
  const amountCents = Math.min(stillCents, found.outstandingCents ?? stillCents)
  if (amountCents === 0) return askLater(tx, plan, new Date(now.getTime() + againMs))
  const one = { ...found, outstandingCents: amountCents }
  const order = { customerId: plan.customerId, caseId: plan.caseId, batchId: standing.batchId, amountCents, currency: one.currency }
  const key = `instalment:${plan.promiseId}:${part.no}`
  const validDays = Math.max(1, daysUntil(lastDayOf(part), now)) + validAfterDays
  // Looked at once: a payer who goes to the bank meanwhile holds the message when its turn comes, and this plan does not fail.
  const facts = await findFacts(tx, services, one, now)
  const way = await chooseWay(tx, one, facts, now)
  if (!way.chosen) return askLater(tx, plan, way.nextAt ?? new Date(now.getTime() + againMs))
  // The reminder leads to the same link, as long as it asks for the same.
  const link = await createPaymentLink(tx, services, { ...order, validDays, idempotencyKey: `${key}:${amountCents}` })
  await write(tx, services, one, {
    channel: way.chosen,
    facts,
    url: linkUrlFor(way.chosen, services.config, link.url),
    key: `${key}:${isReminder ? 'reminder' : 'ask'}`,
    now,
  })
  await noteAsked(tx, { ...plan, no: part.no }, { linkId: link.id, at: now, isReminder })
  await publishCaseChanged(tx, { ...plan, batchId: standing.batchId })
  await notifyEngine(tx)
}

const daysUntil = (day: string, now: Date) => Math.ceil((Date.parse(`${day}T12:00:00Z`) - now.getTime()) / dayMs)

type Chosen = { chosen: 'email' | 'sms' | null; nextAt: Date | null }

/** The first channel by which it may leave now; else when one may. Asked before a link is made, so that none is made in vain. */
async function chooseWay(tx: Transaction, one: WrittenCase, facts: CaseFacts, now: Date): Promise<Chosen> {
  const ways: { channel: 'email' | 'sms'; way: LinkWay }[] = []
  for (const channel of linkChannels) ways.push({ channel, way: await findLinkWay(tx, one, facts, { channel, url: shapeOfUrl, now }) })
  const usable = ways.find(({ way }) => way.rendered && way.template && way.carrier && way.recipient !== null)
  const moments = ways.flatMap(({ way }) => (way.permission.nextAt === null ? [] : [Date.parse(way.permission.nextAt)]))
  return { chosen: usable?.channel ?? null, nextAt: moments.length === 0 ? null : new Date(Math.min(...moments)) }
}

// Any address asks the text the same.
const shapeOfUrl = `https://example.invalid/p/${'x'.repeat(22)}`

type Writing = { channel: 'email' | 'sms'; facts: CaseFacts; url: string; key: string; now: Date }

async function write(tx: Transaction, services: Services, one: WrittenCase, { channel, facts, url, key, now }: Writing): Promise<void> {
  const { rendered, template, carrier, recipient, copies, permission } = await findLinkWay(tx, one, facts, { channel, url, now })
  if (!rendered || !template || !carrier || recipient === null) throw new Error('the way of an instalment was there a moment ago')
  const { customerId, caseId, batchId, customerName, currency } = one
  const sender =
    channel === 'email'
      ? emailSender(template.options.fromName || customerName, carrier.sender || services.config.mailFrom)
      : smsSender(customerName)
  const mail = copies && mailExtras(template.options, copies, caseValues(one, url, template.options), 'script')
  const about = { customerId, caseId, batchId, channel, isLink: true, recipient, sender, carrier, permission, mail }
  const communicationId = await queueMessage(
    tx,
    { ...rendered, ...about, templateRevisionId: template.revisionId, idempotencyKey: key },
    now,
  )
  if (communicationId === null) return
  const line = { customerId, caseId, at: now }
  await recordTimeline(tx, [
    { ...line, event: 'paymentLinkSent', params: { amountCents: one.outstandingCents ?? 0, currency, channel } },
    { ...line, event: `${channel}Queued`, communicationId },
  ])
}
