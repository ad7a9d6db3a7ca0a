import { setTimeout as sleep } from 'node:timers/promises'
import { openGateways } from '../../server/src/gateways/open-gateways.ts'
import { createPaymentLink } from '../../server/src/modules/payment-links/create-payment-link.ts'
import { openBank } from '../../server/src/modules/payment-links/open-bank.ts'
import { findPageLink } from '../../server/src/modules/payment-links/payment-link-queries.ts'
import { recordPayment } from '../../server/src/modules/payment-links/record-payment.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { openLog } from '../../server/src/platform/log.ts'
import type { Services } from '../../server/src/services.ts'
import { countersTie, expectThat, type FaultLab, type Finding, openFaultLab } from './fault-lab.ts'

type Payer = { customerId: number; caseId: number; batchId: number; ref: string }

/** R9: people pay by their links at the moment at which their mails are sent; nothing leaves after the commit of the payment, and each counts once. */
export async function paymentsRaceWithSends({ mails, payments }: { mails: number; payments: number }): Promise<Finding[]> {
  const lab = await openFaultLab({ connections: 10, faults: { slowMs: 3 } })
  const database = openDatabase(lab.url, { log: { warn: () => undefined }, servesAll: true })
  try {
    await lab.seedMails(mails)
    const services = payingServices(database)
    const payers = await atTheBank(lab, services, payments)
    const engine = lab.startEngine()
    while (lab.sink.total === 0) await sleep(5)
    // When each payment was surely committed: what starts after that is too late.
    const paidAt = new Map<number, number>()
    for (const { caseId, ref } of payers) {
      // The bank says so twice at once, as banks do.
      const news = { provider: services.gateways.payment.name, providerRef: ref }
      await Promise.all([recordPayment(services, news), recordPayment(services, news)])
      paidAt.set(caseId, Date.now())
    }
    await lab.untilDrained(120_000)
    await lab.stopEngine(engine)
    const { rows } = await lab.db.query<{ id: number; state: string; started: Date | null; payments: number; status: string }>(
      `select c.id::int, c.status, m.state, m.started_at as started, (
          select count(*)::int from payments p where p.customer_id = c.customer_id and p.case_id = c.id) as payments
      from communications m
      join cases c on c.customer_id = m.customer_id and c.id = m.case_id
      where c.id = any($1::bigint[])`,
      [payers.map(({ caseId }) => caseId)],
    )
    const late = rows.filter(({ id, state, started }) => state !== 'cancelled' && (started?.getTime() ?? 0) > (paidAt.get(id) ?? 0))
    const cancelled = rows.filter(({ state }) => state === 'cancelled').length
    const once = rows.filter((row) => row.status === 'closed' && row.payments === 1).length
    return [
      expectThat(late.length === 0, `started after the payment was committed: ${late.length} of ${payments} payments`),
      expectThat(once === payments, `closed with one payment each: ${once} of ${payments}`),
      expectThat(cancelled > 0, `cancelled by the payment: ${cancelled}; left before it: ${rows.length - cancelled}`),
      expectThat(lab.sink.duplicates === 0, `duplicates: ${lab.sink.duplicates}`),
      await countersTie(lab.db),
    ]
  } finally {
    await database.close()
    await lab.close()
  }
}

/** Links that were followed to the bank, of the cases whose mails leave last. */
async function atTheBank(lab: FaultLab, services: Services, count: number): Promise<Payer[]> {
  const { rows } = await lab.db.query<Omit<Payer, 'ref'>>(
    `select customer_id::int as "customerId", id::int as "caseId", batch_id::int as "batchId"
    from cases
    order by random()
    limit $1`,
    [count],
  )
  const payers: Payer[] = []
  for (const one of rows) {
    const order = { ...one, amountCents: 1_000, currency: 'EUR', validDays: 14, idempotencyKey: `race:${one.caseId}` }
    const { url } = await services.db.transaction().execute((tx) => createPaymentLink(tx, services, order))
    const token = url.split('/').at(-1) ?? ''
    const link = await findPageLink(services.db, token)
    if (!link) throw new Error('the link that was made is not there')
    await openBank(services, link)
    // The visit is over, so that their mails leave: whoever is at the bank is not written to.
    await lab.db.query("update payment_links set bank_opened_at = now() - interval '1 hour' where id = $1", [link.id])
    payers.push({ ...one, ref: `race ${link.id}` })
  }
  return payers
}

/** A bank that takes each payment at once. */
function payingServices({ db, pool }: ReturnType<typeof openDatabase>): Services {
  const log = openLog('silent')
  const config = readConfig({ SECRET_KEY: Buffer.alloc(32, 'f').toString('base64') })
  const gateways = openGateways(config, { db, clock: systemClock, log })
  const payment: Services['gateways']['payment'] = {
    ...gateways.payment,
    createPayment: async ({ linkId }) => ({ providerRef: `race ${linkId}`, checkoutUrl: 'https://bank.example/' }),
    fetchPayment: async (ref) => ({ status: 'paid', amountCents: 1_000, currency: 'EUR', linkId: Number(ref.split(' ')[1]) }),
  }
  return { db, pool, clock: systemClock, log, config, gateways: { ...gateways, payment, paymentOf: () => payment } }
}
