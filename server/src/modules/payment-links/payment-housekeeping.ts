import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { bankSessionMinutes } from '../contact-facts/contact-facts.ts'
import { changePaymentLink } from './payment-link-changes.ts'
import type { PaymentLinkRow } from './payment-link-queries.ts'
import { recordPayment } from './record-payment.ts'

// Small enough that a payer who comes at the same moment does not wait.
const linksPerChunk = 200

/** Ends the links that are past their date, apart from those that the bank still has in hand. Answers how many. */
export async function expirePaymentLinks(db: Db, now: Date): Promise<number> {
  let expired = 0
  for (;;) {
    const count = await db.transaction().execute(async (tx) => {
      const links = await tx
        .selectFrom('payment_links')
        .selectAll()
        .where((where) => where.or([where('expires_at', '<=', now), where('ended_at', 'is not', null)]))
        .where((where) =>
          where.or([
            where('state', 'in', ['created', 'link_clicked', 'canceled']),
            where.and([where('state', '=', 'bank_opened'), where('bank_opened_at', '<', sessionStart(now))]),
          ]),
        )
        .orderBy('id')
        .limit(linksPerChunk)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const link of links)
        await changePaymentLink(tx, link, { provider_ref: null, bank_opened_at: null }, { state: 'expired', at: now })
      return links.length
    })
    expired += count
    if (count < linksPerChunk) return expired
  }
}

/** Asks the provider about payments of which no news came: a webhook can be lost, and a payer need not come back. */
export async function checkPaymentsUnderWay(services: Services): Promise<void> {
  const { db, clock, log } = services
  for (const link of await listSilentLinks(db, clock.now())) {
    try {
      await recordPayment(services, { provider: link.provider, providerRef: link.provider_ref })
    } catch (error) {
      // The next one may be known; this one is asked about again at the next round.
      log.warn({ err: error, paymentLinkId: link.id }, 'the status of a payment could not be fetched')
    }
  }
}

function listSilentLinks(db: Db, now: Date) {
  return db
    .selectFrom('payment_links')
    .select(['id', 'provider', sql<string>`provider_ref`.as('provider_ref')])
    .where('state', 'in', ['bank_opened', 'in_progress'] satisfies PaymentLinkRow['state'][])
    .where('provider_ref', 'is not', null)
    .where('bank_opened_at', '<', sessionStart(now))
    .orderBy('bank_opened_at')
    .limit(1000)
    .execute()
}

const sessionStart = (now: Date) => new Date(now.getTime() - bankSessionMinutes * 60_000)
