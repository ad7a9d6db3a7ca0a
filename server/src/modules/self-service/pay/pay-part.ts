import { sql } from 'kysely'
import type { Services } from '../../../services.ts'
import { createPaymentLink } from '../../payment-links/create-payment-link.ts'
import { type PageLink, findPageLink } from '../../payment-links/payment-link-queries.ts'
import { findValidLink } from '../../payment-links/valid-link.ts'

// Who changes their mind about the amount does so a few times; each is a link that staff see.
const partsOfLinkMax = 20
// A part is paid now: its link holds for today and tomorrow.
const partValidDays = 1
const restValidDays = 14

/** A link for a part of what is open, to be paid at once; the same amount asked again is the same link. Null: too many were asked for. */
export async function linkForPart(
  services: Services,
  whole: PageLink,
  { amountCents, paidCents }: { amountCents: number; paidCents: number },
): Promise<PageLink | null> {
  const prefix = `part:${whole.id}:`
  const key = `${prefix}${paidCents}:${amountCents}`
  const made = await services.db
    .selectFrom('payment_links')
    .select('idempotency_key as key')
    .where('customer_id', '=', whole.customer_id)
    .where('case_id', '=', whole.case_id)
    .where(sql<boolean>`starts_with(idempotency_key, ${prefix})`)
    .execute()
  if (made.length >= partsOfLinkMax && !made.some((one) => one.key === key)) return null
  return linkFor(services, whole, { amountCents, validDays: partValidDays, isPart: true, key })
}

/** A link for what is open after a part was paid or the amount changed: the one there is, or a new one. */
export async function linkForRest(services: Services, old: PageLink, openCents: number): Promise<PageLink | null> {
  const { customer_id: customerId, case_id: caseId, currency } = old
  const found = await findValidLink(services.db, { customerId, caseId, amountCents: openCents, currency }, services.clock.now())
  if (found) return (await findPageLink(services.db, found.token)) ?? null
  return linkFor(services, old, { amountCents: openCents, validDays: restValidDays, key: `rest:${old.id}:${openCents}` })
}

type Wanted = { amountCents: number; validDays: number; isPart?: true; key: string }

async function linkFor(services: Services, from: PageLink, { key, ...wanted }: Wanted): Promise<PageLink | null> {
  const { customer_id: customerId, case_id: caseId, batch_id: batchId, currency } = from
  const order = { customerId, caseId, batchId, currency, ...wanted, idempotencyKey: key }
  const { url } = await services.db.transaction().execute(async (tx) => {
    // Whoever records a payment of the case waits for the link, and ends it where it asks too much then.
    await tx.selectFrom('cases').select('id').where('customer_id', '=', customerId).where('id', '=', caseId).forShare().execute()
    return createPaymentLink(tx, services, order)
  })
  const link = await findPageLink(services.db, url.slice(url.lastIndexOf('/') + 1))
  return link ? { ...link, locale: from.locale } : null
}
