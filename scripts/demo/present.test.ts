import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeTurn } from '../../server/src/engine/engine.ts'
import type { PostWebhook } from '../../server/src/gateways/simulated-events.ts'
import { registerEngine } from '../../server/src/modules/case-runs/engine-lease.ts'
import { openOutbox, type Outbox } from '../../server/src/modules/communications/outbox.ts'
import { receiveDelivery } from '../../server/src/modules/communications/receive-delivery.ts'
import { batchesMax } from '../../server/src/modules/demo-present/bring-work.ts'
import { playTurn } from '../../server/src/modules/demo-present/start-present.ts'
import { receivePaymentNews } from '../../server/src/modules/payment-links/record-payment.ts'
import type { BuiltBatch } from '../../server/test/builders.ts'
import { openTestApp, type TestApp } from '../../server/test/open-test-app.ts'
import { runJobs } from '../../server/test/run-jobs.ts'
import { seedDemo } from '../seed-demo.ts'

let app: TestApp
let engineId: number
let outboxes: Outbox[]
let strangersCase: number

beforeAll(async () => {
  app = await openTestApp({ start: new Date().toISOString() })
  await seedDemo(app.db, 'Demo-wachtwoord-2027!')
  engineId = await registerEngine(app.db)
  outboxes = (['email', 'sms', 'call'] as const).map((channel) => openOutbox(app.services, engineId, channel))
  const batch = await app.build.batch({})
  strangersCase = (await app.build.case({ batch, outstanding_cents: 1250, email: 'iemand@example.nl' })).id
  await app.db
    .insertInto('payment_links')
    .values({
      ...{ customer_id: batch.customerId, case_id: strangersCase, batch_id: batch.id, token: 'x'.repeat(22), idempotency_key: 'strange' },
      ...{ amount_cents: 1250, provider: 'simulated-payment', simulated: true, expires_at: new Date(Date.now() + 86_400_000) },
    })
    .execute()
  await strangersMail(batch)
})
afterAll(() => app.close())

/** Read, and it would be noted: but of a customer that is no demo. */
async function strangersMail({ id: batch_id, customerId: customer_id }: BuiltBatch) {
  const { id, queued_at } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id, batch_id, case_id: strangersCase, channel: 'email', recipient: 'iemand@example.nl' },
      ...{ provider: 'simulated-email', simulated: true, idempotency_key: 'strange mail', queued_at: app.clock.now() },
    })
    .returning(['id', 'queued_at'])
    .executeTakeFirstOrThrow()
  const texts = { sender: 'wij@example.nl', subject: 'Hallo', text: 'Hallo', html: '<p>Hallo</p>', mail: '{"track": true}' }
  await app.db
    .insertInto('communication_contents')
    .values({ customer_id, communication_id: id, queued_at, ...texts })
    .execute()
  // In two steps, so that its batch counts it.
  await app.db.updateTable('communications').set({ state: 'sent', delivery: 'read' }).where('id', '=', id).execute()
}

const post: PostWebhook = async (provider, body, headers) => {
  const raw = Buffer.from(body)
  const isTaken = await receivePaymentNews(app.services, provider, raw, headers)
  return isTaken || receiveDelivery(app.services, provider, raw, headers).catch(() => false)
}

/** So much time goes by: the engine works, its jobs too, and the present plays its turns. */
async function live(minutes: number) {
  for (let turn = 0; turn < minutes * 4; turn++) {
    app.clock.advance(15_000)
    await takeTurn(app.services, engineId, new Map())
    for (const outbox of outboxes) await outbox.drain()
    await app.services.gateways.simulatedEvents.sendDue(post)
    await playTurn(app.services, 1)
    await runJobs(app.services)
  }
}

async function count(from: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(`select count(*)::int as n from ${from}`).execute(app.db)
  return rows[0]?.n ?? 0
}

test('within a minute debtors of the demo look at their links; those of another customer never do', async () => {
  await live(1)
  expect(await count(`payment_links where state <> 'created'`)).toBeGreaterThan(0)
})

test('of mails whose template notes it some are opened and their payment link is followed, by people; those of another customer never', async () => {
  await live(7)
  expect(await count(`mail_readings where opened_at is not null and clicked_at is null`)).toBeGreaterThan(0)
  expect(await count(`mail_readings where clicked_at is not null`)).toBeGreaterThan(0)
  expect(await count(`mail_readings where maybe_opened_at is not null or maybe_clicked_at is not null`)).toBe(0)
  expect(await count(`timeline where event = 'emailClicked'`)).toBeGreaterThan(0)
  // Whoever followed the link is on the payment page.
  expect(
    await count(`mail_readings r join communications m on m.id = r.communication_id
      where r.clicked_at is not null and not exists (
        select from payment_links l where l.case_id = m.case_id and l.state <> 'created')`),
  ).toBe(0)
  expect(await count(`mail_readings r join communications m on m.id = r.communication_id where m.case_id = ${strangersCase}`)).toBe(0)
})

test('within half an hour people pay, give up, promise and ask to be called back, and new small batches come in by upload', async () => {
  await live(20)
  expect(await count(`payments where payment_link_id is not null`)).toBeGreaterThan(5)
  expect(await count(`payment_links where state = 'canceled'`)).toBeGreaterThan(0)
  expect(await count('payment_promises')).toBeGreaterThan(0)
  expect(await count('callbacks')).toBeGreaterThan(0)
  expect(await count(`imports where status = 'done'`)).toBeGreaterThan(1)
  expect(await count(`batches where name like 'Simulatie %'`)).toBeGreaterThan(1)
  // A small file in six minutes at the most often, so that today looks like the days of the year before.
  expect(await count(`imports i join files f on f.id = i.file_id where f.name like 'simulatie-%'`)).toBeLessThanOrEqual(5)
  expect(await count(`batches b join batch_counters n on n.batch_id = b.id where b.name like 'Simulatie %' and n.total > 9`)).toBe(0)
  // Whatever was done stands in the audit log, under the name of who did it.
  expect(await count(`audit where action = 'cases.setResult' and username = 'medewerker'`)).toBeGreaterThan(0)
  expect(await count(`payment_links where case_id = ${strangersCase} and state <> 'created'`)).toBe(0)
  expect(await count(`(select * from batch_counters except select * from batch_counters_recounted) wrong`)).toBe(0)
})

test('it never grows without end: a day has so many batches and no more', async () => {
  await app.db.updateTable('cases').set({ status: 'closed' }).where('status', '=', 'open').execute()
  const [first] = await app.db.selectFrom('imports').selectAll().where('status', '=', 'done').limit(1).execute()
  if (!first) throw new Error('no import was done')
  const { customer_id, file_id, script_id } = first
  const ours = { customer_id, file_id, script_id, status: 'done', created_at: app.clock.now() }
  await app.db
    .insertInto('imports')
    .values(Array.from({ length: batchesMax.day }, () => ours))
    .execute()
  const before = await count('imports')
  await live(1)
  expect(await count('imports')).toBe(before)
})
