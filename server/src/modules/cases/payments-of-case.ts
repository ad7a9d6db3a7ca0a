import { amountEnds, type CasePayments, type Payment, type PaymentLink } from '@regie/contract/payments.ts'
import type { Pool } from 'pg'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { bankSessionMinutes } from '../contact-facts/contact-facts.ts'
import { findCustomerOfCase } from './case-queries.ts'
import { findTextMask } from './masks/case-mask.ts'
import { caseAfterWithdrawal, markOfLink } from './status/paid-after-closing.ts'
import { shownLinkEnd } from './money/shown-link-end.ts'
import { paymentLinkUrl, shortLinkUrl } from './money/payment-link-url.ts'

type Link = Omit<PaymentLink, 'url' | 'shortUrl' | 'events'> & { token: string; openedAt: Date | null; isRequest: boolean }
type LinkEvent = PaymentLink['events'][number] & { linkId: number }

// $3 of both is the moment.
const today = 'day_of($3::timestamptz)'
const linksOfCase = prepared<Link>(
  'links-of-case',
  `select l.id as "paymentLinkID", l.token, l.amount_cents as "amountCents", l.currency, l.state, l.simulated,
    l.request_kind is not null as "isRequest",
    ${shownLinkEnd} as "endedFor", m.booked_by as "markedBy", m."caseAfter",
    ${isoText('l.expires_at')} as "expiresAt", ${isoText('l.paid_at')} as "paidAt", l.bank_opened_at as "openedAt"
  from payment_links l
  ${markOfLink(today)}
  where l.customer_id = $1 and l.case_id = $2
  order by l.id desc`,
)

// Apart from the links, and only for a case with links: opening the partitions of all months costs more than reading the case.
const eventsOfLinks = prepared<LinkEvent>(
  'payment-events',
  `select e.payment_link_id as "linkId", e.state, ${isoText('e.at')} as at
  from payment_events e
  where e.customer_id = $1 and e.payment_link_id = any($2::bigint[])
  order by e.id`,
)

const afterBooking = caseAfterWithdrawal('(c.paid_cents - p.amount_cents)', today)
const paymentsOfCase = prepared<Payment>(
  'payments-of-case',
  `select p.id as "paymentID", p.amount_cents as "amountCents", p.currency, p.paid_on::text as "paidOn", p.note,
    p.booked_by as by, p.payment_link_id is not null as "byLink", p.method,
    case when p.booked_by is not null and p.payment_link_id is null and p.withdrawn_at is null then (
      select case
        when bool_or(coalesce(${afterBooking}, 'reopened') = 'reopened'
          and l.expires_at > $3::timestamptz
          and case when l.is_part
            then l.amount_cents <= c.outstanding_cents - least(c.paid_cents - p.amount_cents, c.outstanding_cents)
            else l.amount_cents = c.outstanding_cents - least(c.paid_cents - p.amount_cents, c.outstanding_cents) end)
        then 'revived'
        when count(*) > 0 then 'none' end
      from payment_links l
      join cases c on c.customer_id = l.customer_id and c.id = l.case_id
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
      where l.customer_id = p.customer_id and l.case_id = p.case_id and l.state <> 'paid'
        and l.ended_for in (${amountEnds.map((end) => `'${end}'`).join(', ')})) end as "linkAfter",
    case when p.booked_by is not null and p.payment_link_id is null and p.withdrawn_at is null then (
      select ${afterBooking}
      from cases c
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
      where c.customer_id = p.customer_id and c.id = p.case_id) end as "caseAfter",
    case
      when p.withdrawn_at is not null
        then json_build_object('at', ${isoText('p.withdrawn_at')}, 'by', p.withdrawn_by, 'reason', p.withdrawn_reason)
    end as withdrawn
  from payments p
  where p.customer_id = $1 and p.case_id = $2
  order by p.id desc`,
)

const referenceOfCase = prepared<{ reference: string }>(
  'reference-of-case',
  `select c.payment_reference as reference
  from cases c
  where c.customer_id = $1 and c.id = $2`,
)

/** What was asked by payment links, what was paid, and whether somebody is paying now. */
export async function findPaymentsOfCase(services: Services, caller: Caller, caseId: number): Promise<CasePayments> {
  const { pool, clock } = services
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const [links, booked, found, masked] = await Promise.all([
    linksOfCase(pool, [customerId, caseId, clock.now()]),
    paymentsOfCase(pool, [customerId, caseId, clock.now()]),
    referenceOfCase(pool, [customerId, caseId]),
    findTextMask(pool, caller, caseId),
  ])
  const payments = booked.map((payment) => withMask(payment, masked))
  const reference = masked(found[0]?.reference ?? '')
  const ownPages = links.filter(({ isRequest }) => !isRequest)
  return { reference, links: await linksShown(services, customerId, ownPages), payments, underWay: underWay(links, clock.now()) }
}

/** What staff wrote may name the person. */
function withMask({ note, withdrawn, ...payment }: Payment, masked: (text: string) => string): Payment {
  return { ...payment, note: masked(note), withdrawn: withdrawn && { ...withdrawn, reason: masked(withdrawn.reason) } }
}

async function linksShown({ pool, config }: { pool: Pool; config: Services['config'] }, customerId: number, links: readonly Link[]) {
  if (links.length === 0) return []
  const found = await eventsOfLinks(pool, [customerId, links.map((link) => link.paymentLinkID)])
  const events = Map.groupBy(found, (event) => event.linkId)
  return links.map(({ token, openedAt: _opened, isRequest: _isRequest, ...link }) => ({
    ...link,
    url: paymentLinkUrl(config.publicUrl, token),
    shortUrl: shortLinkUrl(config, token),
    events: (events.get(link.paymentLinkID) ?? []).map(({ state, at }) => ({ state, at })),
  }))
}

/** The payment that keeps everybody from contacting the person now; the rule of contactPermission(). */
function underWay(links: readonly Link[], now: Date): CasePayments['underWay'] {
  const settling = links.find(({ state }) => state === 'in_progress')
  if (settling) return { amountCents: settling.amountCents, currency: settling.currency, until: null }
  const endsAt = ({ openedAt }: Link) => (openedAt?.getTime() ?? 0) + bankSessionMinutes * 60_000
  const [last] = links.filter(({ state, openedAt }) => state === 'bank_opened' && openedAt !== null).sort((a, b) => endsAt(b) - endsAt(a))
  if (!last || endsAt(last) <= now.getTime()) return null
  return { amountCents: last.amountCents, currency: last.currency, until: new Date(endsAt(last)).toISOString() }
}
