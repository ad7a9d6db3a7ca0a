import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { createPaymentLink } from '../../payment-links/create-payment-link.ts'
import { type PageLink, findPageLink } from '../../payment-links/payment-link-queries.ts'
import { findValidLink, linkIsUnderWay, linkIsValid } from '../../payment-links/valid-link.ts'

// Who changes their mind about the amount does so a few times; each is a link that staff see.
const partsOfLinkMax = 20
// A part is paid now: its link holds for today and tomorrow.
const partValidDays = 1
const restValidDays = 14

/** A link for a part of what is open, to be paid at once; the same amount asked again is the same link, for as long as that can be paid. Null: too many were asked for. */
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
  const order = { customerId, caseId, batchId, currency, ...wanted }
  const { url } = await services.db.transaction().execute(async (tx) => {
    // Whoever records a payment of the case waits for the link, and ends it where it asks too much then.
    await tx.selectFrom('cases').select('id').where('customer_id', '=', customerId).where('id', '=', caseId).forShare().execute()
    return createPaymentLink(tx, services, {
      ...order,
      idempotencyKey: await usableKey(tx, { customerId, caseId, key }, services.clock.now()),
    })
  })
  const link = await findPageLink(services.db, url.slice(url.lastIndexOf('/') + 1))
  return link ? { ...link, locale: from.locale } : null
}

/**
 * The key of a link that can be paid: where those that were made with it before are over, the next one; one by which somebody is paying now is not over. Who
 * asks twice at once gets the same.
 */
async function usableKey(tx: Transaction, { customerId, caseId, key }: CaseKey, now: Date): Promise<string> {
  const { rows } = await sql<{ over: number }>`
    select count(*)::int as over
    from payment_links l
    where l.customer_id = ${customerId} and l.case_id = ${caseId} and not (${linkIsValid(now)})
      and not ${linkIsUnderWay(now)}
      and (l.idempotency_key = ${key} or starts_with(l.idempotency_key, ${`${key}:again:`}))`.execute(tx)
  const over = rows[0]?.over ?? 0
  return over === 0 ? key : `${key}:again:${over}`
}

type CaseKey = { customerId: number; caseId: number; key: string }
