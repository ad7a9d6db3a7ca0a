import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { reachOf } from '../../payment-links/payment-status.ts'
import type { PastLink } from '../history.ts'
import type { BatchRef, PastCase } from './insert-batch.ts'

// The past is the simulated bank's.
const provider = 'simulated-payment'

/** Tokens for links: they stand in the messages too. */
export function makeTokens(cases: readonly PastCase[]): Map<PastLink, string> {
  return new Map(cases.flatMap(({ history }) => history.links.map((link) => [link, randomBytes(16).toString('base64url')] as const)))
}

/** Payment links with what happened to them, and the payments of cases. */
export async function insertMoney(
  tx: Transaction,
  { customerId, batchId }: BatchRef,
  cases: readonly PastCase[],
  { tokens, scriptVersionId }: { tokens: ReadonlyMap<PastLink, string>; scriptVersionId: number },
): Promise<void> {
  const links = cases.flatMap(({ caseId, history }) =>
    history.links.map((link) => ({
      ...{ ...link, caseId, token: tokens.get(link) ?? '', key: `${caseId}:${scriptVersionId}:betaallink:${link.no - 1}` },
      endedFor: link.endedAt && 'paymentBooked',
      reached: Math.max(0, ...link.events.map(({ state }) => reachOf(state))),
    })),
  )
  const { rows } = await sql<{ id: number; token: string }>`
    insert into payment_links (customer_id, case_id, batch_id, token, idempotency_key, amount_cents, state, provider,
      simulated, expires_at, paid_at, created_at, ended_for, ended_at, ended_from, reached)
    select ${customerId}, "caseId", ${batchId}, token, key, "amountCents", state, ${provider}, true, "expiresAt",
      "paidAt", "createdAt", "endedFor", "endedAt", "endedFrom", reached
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l("caseId" bigint, token text, key text,
      "amountCents" bigint, state text, "expiresAt" timestamptz, "paidAt" timestamptz, "createdAt" timestamptz,
      "endedFor" text, "endedAt" timestamptz, "endedFrom" text, reached smallint)
    order by "createdAt"
    returning id, token`.execute(tx)
  const idOf = new Map(rows.map(({ id, token }) => [token, id]))
  const linkId = (link: PastLink) => idOf.get(tokens.get(link) ?? '') ?? 0
  await insertEvents(tx, customerId, cases, linkId)
  const payments = cases.flatMap(({ caseId, history }) =>
    history.payments.map(({ link, ...payment }) => ({ ...payment, caseId, linkId: link && linkId(link) })),
  )
  await sql`
    insert into payments (customer_id, case_id, batch_id, payment_link_id, amount_cents, currency, paid_on, note,
      booked_by, method, at)
    select ${customerId}, "caseId", ${batchId}, "linkId", cents, 'EUR', "paidOn", note, "bookedBy",
      case when "linkId" is null then 'bank' end, at
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as p("caseId" bigint, "linkId" bigint, cents bigint,
      "paidOn" date, note text, "bookedBy" text, at timestamptz)
    order by at`.execute(tx)
}

async function insertEvents(tx: Transaction, customerId: number, cases: readonly PastCase[], linkId: (link: PastLink) => number) {
  const links = cases.flatMap(({ history }) => history.links)
  // Each visit to the bank has a reference of its own, which its events name.
  const attempts = links.flatMap((link) => link.attempts.map((at, no) => ({ linkId: linkId(link), at, ref: refOf(linkId(link), no) })))
  await sql`
    insert into payment_attempts (provider, provider_ref, customer_id, payment_link_id, created_at)
    select ${provider}, ref, ${customerId}, "linkId", at
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as a("linkId" bigint, ref text, at timestamptz)`.execute(tx)
  const events = links.flatMap((link) => {
    let visit = -1
    return link.events.map(({ state, at, detail }) => {
      if (state === 'bank_opened') visit++
      return {
        linkId: linkId(link),
        state,
        at,
        detail: { ...detail, ...(detail.ref !== undefined && { ref: refOf(linkId(link), visit) }) },
      }
    })
  })
  await sql`
    insert into payment_events (customer_id, payment_link_id, at, state, detail)
    select ${customerId}, "linkId", at, state, detail
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e("linkId" bigint, at timestamptz, state text,
      detail jsonb)
    order by at`.execute(tx)
}

const refOf = (linkId: number, no: number) => `sim_past_${linkId}_${no}`
