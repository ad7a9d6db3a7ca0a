import pg from 'pg'
import { openGateways } from '../../../server/src/gateways/open-gateways.ts'
import { createPaymentLink } from '../../../server/src/modules/payment-links/create-payment-link.ts'
import { openBank } from '../../../server/src/modules/payment-links/open-bank.ts'
import { findPageLink } from '../../../server/src/modules/payment-links/payment-link-queries.ts'
import { recordPayment } from '../../../server/src/modules/payment-links/record-payment.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { openDatabase } from '../../../server/src/platform/db/database.ts'
import { withAllCustomers } from '../../../server/src/platform/db/scope.ts'
import { openLog } from '../../../server/src/platform/log.ts'
import type { Services } from '../../../server/src/services.ts'
import type { Goal } from '../goal.ts'
import { mainCustomerId } from '../world/seed-cases.ts'

type Owed = { id: number; batchId: number; cents: number }

// Both sides alike.
const atOnce = 4

/** Links that are made, followed to the bank and paid, with all that hangs on it, beside the rows alone in tables without anything else. */
export const paymentLinks: Goal = {
  id: 'P31',
  work: 'payment links made and paid',
  async measure(world) {
    const count = world.options.isShort ? 200 : 2_000
    const { rows } = await world.sql.query<Owed>(
      `select c.id::int, c.batch_id::int as "batchId", (c.outstanding_cents - c.paid_cents)::int as cents
      from cases c
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id and b.status = 'open'
      where c.customer_id = $1 and c.status = 'open' and c.outstanding_cents - c.paid_cents between 1 and 5000000
      order by c.id desc
      limit $2`,
      [mainCustomerId, count],
    )
    const limit = await bareRows(world.database.url, rows)
    const ours = await madeAndPaid(world.database.url, world.env(), rows)
    const [paid] = (
      await world.sql.query<{ count: number }>(
        `select count(*)::int
        from cases
        where customer_id = $1 and id = any($2::bigint[]) and status = 'closed' and result = 'BET'`,
        [mainCustomerId, rows.map(({ id }) => id)],
      )
    ).rows
    const work = `${rows.length.toLocaleString('en')} links`
    return [
      { id: 'P31', work: `${work}: made, at the bank, paid, the case closed`, unit: 'links/s', limit, ours, goal: { ratioAtLeast: 0.3 } },
      {
        id: 'P31',
        work: `${work}: cases not closed as paid`,
        unit: 'cases',
        limit: null,
        ours: rows.length - (paid?.count ?? 0),
        goal: { atMost: 0 },
      },
    ]
  },
}

async function madeAndPaid(url: string, env: Record<string, string>, cases: readonly Owed[]): Promise<number> {
  const log = openLog('silent')
  const { db, pool, close } = openDatabase(url, { log })
  const config = readConfig({ ...env, SECRET_KEY: Buffer.alloc(32, 'b').toString('base64') })
  const gateways = openGateways(config, { db, clock: systemClock, log })
  // The bank says at once that it is paid: what it takes itself is not ours.
  const orders = new Map<string, { amountCents: number; currency: string; linkId: number }>()
  const payment: Services['gateways']['payment'] = {
    ...gateways.payment,
    createPayment: async ({ idempotencyKey, amountCents, currency, linkId }) => {
      orders.set(`bench ${idempotencyKey}`, { amountCents, currency, linkId })
      return { providerRef: `bench ${idempotencyKey}`, checkoutUrl: 'https://bank.example/' }
    },
    fetchPayment: async (providerRef) => ({ status: 'paid', ...(orders.get(providerRef) ?? { amountCents: 0, currency: '', linkId: 0 }) }),
  }
  const services: Services = { db, pool, clock: systemClock, log, config, gateways: { ...gateways, payment, paymentOf: () => payment } }
  const pay = async ({ id: caseId, batchId, cents: amountCents }: Owed) => {
    const order = { customerId: mainCustomerId, caseId, batchId, amountCents, currency: 'EUR', validDays: 14 }
    const made = await db.transaction().execute((tx) => createPaymentLink(tx, services, { ...order, idempotencyKey: `bench:${caseId}` }))
    const link = await findPageLink(db, made.url.split('/').at(-1) ?? '')
    if (!link) throw new Error('the link that was made is not there')
    await openBank(services, link)
    const opened = await findPageLink(db, link.token)
    await recordPayment(services, { provider: payment.name, providerRef: opened?.provider_ref ?? '' })
  }
  try {
    return await perSecond(cases, (one) => withAllCustomers(() => pay(one)))
  } finally {
    await gateways.close()
    await close()
  }
}

/** The same rows of a link, its events, its attempt and its payment, in as many transactions, in tables that nothing hangs on. */
async function bareRows(connectionString: string, cases: readonly Owed[]): Promise<number> {
  const pool = new pg.Pool({ connectionString, max: atOnce })
  await pool.query(`
    create schema bench_links;
    create table bench_links.links (like payment_links including all);
    create table bench_links.events (like payment_events including defaults including identity);
    create table bench_links.attempts (like payment_attempts including all);
    create table bench_links.payments (like payments including defaults including identity)`)
  const event = 'insert into bench_links.events (customer_id, payment_link_id, state) values ($1, $2, $3)'
  const inTransaction = async (work: (client: pg.PoolClient) => Promise<void>) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await work(client)
      await client.query('commit')
      client.release()
    } catch (error) {
      // A connection that is kept would keep the pool, and with it the bench, from ending.
      client.release(true)
      throw error
    }
  }
  const pay = async ({ id, batchId, cents }: Owed) => {
    let linkId = 0
    await inTransaction(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into bench_links.links (customer_id, case_id, batch_id, token, idempotency_key, amount_cents, provider,
          simulated, expires_at)
        values ($1, $2, $3, $4, $5, $6, 'bare', true, now() + interval '14 days')
        returning id`,
        [mainCustomerId, id, batchId, String(id).padStart(22, '0'), `bare:${id}`, cents],
      )
      linkId = Number(rows[0]?.id)
      await client.query(event, [mainCustomerId, linkId, 'created'])
    })
    // It is saved that somebody goes to the bank before the bank is asked.
    await inTransaction(async (client) => {
      await client.query('update bench_links.links set bank_opened_at = now() where customer_id = $1 and id = $2', [mainCustomerId, linkId])
    })
    await inTransaction(async (client) => {
      await client.query(
        `insert into bench_links.attempts (provider, provider_ref, customer_id, payment_link_id)
        values ('bare', $1, $2, $3)`,
        [`bare ${id}`, mainCustomerId, linkId],
      )
      await client.query(event, [mainCustomerId, linkId, 'bank_opened'])
    })
    await inTransaction(async (client) => {
      await client.query(event, [mainCustomerId, linkId, 'paid'])
      await client.query(
        `insert into bench_links.payments (customer_id, case_id, batch_id, payment_link_id, amount_cents, currency,
          paid_on, at)
        values ($1, $2, $3, $4, $5, 'EUR', current_date, now())`,
        [mainCustomerId, id, batchId, linkId, cents],
      )
    })
  }
  try {
    return await perSecond(cases, pay)
  } finally {
    await pool.query('drop schema bench_links cascade')
    await pool.end()
  }
}

async function perSecond<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<number> {
  const left = [...all]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
    }),
  )
  return (all.length / (performance.now() - began)) * 1_000
}
