import { type RequestKind, requestKinds } from '@regie/contract/request-kinds.ts'
import type { PaymentRequest, RequestsOfCase, RequestTab } from '@regie/contract/payment-requests.ts'
import type { PaymentLink } from '@regie/contract/payments.ts'
import { shownLinkEnd } from '../../cases/money/shown-link-end.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isoText } from '../../../platform/db/prepared.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { findTextMask } from '../../cases/masks/case-mask.ts'
import { markOfLink, sqlDayOf } from '../../cases/status/paid-after-closing.ts'
import { addDays, toLocalTime } from '../../contact-permission/local-time.ts'
import { findRequestRoute } from '../../payment-links/payment-gateways.ts'
import { paymentLinkUrl, shortLinkUrl } from '../../cases/money/payment-link-url.ts'
import type { LiveTexts } from '../../templates/template-queries.ts'
import { findFacts, findLinkWay } from '../payment-link/link-ways.ts'
import { findWrittenCase, type WrittenCase } from '../payment-link/written-case.ts'
import { listRequestTexts } from './request-texts.ts'

type Row = Omit<PaymentLink, 'url' | 'shortUrl' | 'expiresAt' | 'paidAt'> &
  Pick<PaymentRequest, 'made' | 'status' | 'isStatusKnown'> & {
    kind: RequestKind
    token: string
    templateId: number | null
    expiresAt: Date
    paidAt: Date | null
    sentAt: Date | null
  }

/** The payment requests of a case, by each provider that its customer has for them or had. */
export async function listPaymentRequests(services: Services, caller: Caller, caseId: number): Promise<RequestsOfCase> {
  const { db, pool, clock } = services
  const now = clock.now()
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const rows = await listRows(db, { customerId, caseId, now })
  const routes = await Promise.all(requestKinds.map(async (kind) => ({ kind, route: await findRequestRoute(services, customerId, kind) })))
  const shown = routes.filter(({ kind, route }) => route !== null || rows.some((row) => row.kind === kind))
  if (shown.length === 0) return { tabs: [] }
  const one = await findWrittenCase(db, { customerId, caseId })
  const texts = await listRequestTexts(db, customerId)
  const facts = await findFacts(db, services, one, now)
  const masked = await findTextMask(pool, caller, caseId)
  const show = (row: Row) => shownRequest(services, { row, one, texts, facts, masked, now })
  const tabs = shown.map(
    async ({ kind, route }): Promise<RequestTab> => ({
      kind,
      simulated: route?.gateway.simulated ?? false,
      isOff: route === null || route.isOff,
      templates: texts.map(({ id, name }) => ({ templateID: id, name })),
      openCents: one.outstandingCents,
      currency: one.currency,
      dueOn: addDays(toLocalTime(now).date, one.validDays),
      requests: await Promise.all(rows.filter((row) => row.kind === kind).map(show)),
    }),
  )
  return { tabs: await Promise.all(tabs) }
}

type Shown = {
  row: Row
  one: WrittenCase
  texts: readonly LiveTexts[]
  facts: Awaited<ReturnType<typeof findFacts>>
  masked: (text: string) => string
  now: Date
}

async function shownRequest({ db, config }: Services, { row, one, texts, facts, masked, now }: Shown): Promise<PaymentRequest> {
  const { kind: _kind, token, templateId, expiresAt, paidAt, sentAt, ...rest } = row
  const url = paymentLinkUrl(config.publicUrl, token)
  const template = texts.find(({ id }) => id === templateId)
  const subject = { ...one, outstandingCents: row.amountCents, texts: { ...(template && { email: template }) } }
  const { permission, recipient } = await findLinkWay(db, subject, facts, { channel: 'email', url, now })
  return {
    ...rest,
    url,
    shortUrl: shortLinkUrl(config, token),
    expiresAt: expiresAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    sentAt: sentAt?.toISOString() ?? null,
    template: template?.name ?? null,
    sending: { ...permission, to: recipient === null ? null : masked(recipient) },
  }
}

async function listRows(db: Db, { customerId, caseId, now }: { customerId: number; caseId: number; now: Date }): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select l.id as "paymentLinkID", l.token, l.request_kind as kind, l.amount_cents as "amountCents",
      l.currency, l.state, l.simulated, l.expires_at as "expiresAt", l.paid_at as "paidAt",
      ${sql.raw(shownLinkEnd)} as "endedFor",
      m.booked_by as "markedBy", m."caseAfter",
      r.template_id as "templateId", r.state as made, r.provider_status as status, r.is_status_known as "isStatusKnown",
      (select max(m.queued_at)
        from communications m
        where m.customer_id = l.customer_id and m.case_id = l.case_id
          and starts_with(m.idempotency_key, 'request:' || l.id || ':')) as "sentAt",
      coalesce((
          select json_agg(json_build_object('state', e.state, 'at', ${sql.raw(isoText('e.at'))}) order by e.id)
          from payment_events e
          where e.customer_id = l.customer_id and e.payment_link_id = l.id), '[]') as events
    from payment_links l
    join payment_requests r on r.customer_id = l.customer_id and r.payment_link_id = l.id
    ${sql.raw(markOfLink(sqlDayOf(now)))}
    where l.customer_id = ${customerId} and l.case_id = ${caseId}
    order by l.id desc`.execute(db)
  return rows
}
