import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeTurn } from '../../server/src/engine/engine.ts'
import type { PostWebhook } from '../../server/src/gateways/simulated-events.ts'
import { openSimulatedWhatsapp } from '../../server/src/gateways/whatsapp/simulated/simulated-whatsapp.ts'
import { type SimulatedAnswer, simulatedAnswers, simulatedPicture } from '../../server/src/gateways/whatsapp/whatsapp-gateway.ts'
import { registerEngine } from '../../server/src/modules/case-runs/engine-lease.ts'
import { openOutbox, type Outbox } from '../../server/src/modules/communications/outbox.ts'
import { receiveDelivery } from '../../server/src/modules/communications/receive-delivery.ts'
import { openNewsKeeper } from '../../server/src/modules/communications/sms-lines/early-news.ts'
import { debtorsWrite } from '../../server/src/modules/demo-present/debtors-write.ts'
import { listDemoWork } from '../../server/src/modules/demo-present/demo-work.ts'
import { playTurn } from '../../server/src/modules/demo-present/start-present.ts'
import { handOverLetters } from '../../server/src/modules/letters/hand-over.ts'
import { receiveWhatsapp } from '../../server/src/modules/whatsapp/receive-whatsapp.ts'
import { openTestApp, type TestApp } from '../../server/test/open-test-app.ts'
import { runJobs } from '../../server/test/run-jobs.ts'
import { seedDemo } from '../seed-demo.ts'

let app: TestApp
let engineId: number
let outboxes: Outbox[]
beforeAll(async () => {
  app = await openTestApp({ start: new Date().toISOString() })
  await seedDemo(app.db, 'Demo-wachtwoord-2027!', true)
  // The year before takes long and has no part in this.
  await sql`delete from pgboss.job where name = 'seedDemoPast'`.execute(app.db)
  engineId = await registerEngine(app.db)
  outboxes = (['email', 'sms', 'call', 'whatsapp'] as const).map((channel) => openOutbox(app.services, engineId, channel))
})
afterAll(() => app.close())

const post: PostWebhook = async (name, body, headers) => {
  const rawBody = Buffer.from(body)
  if (await receiveWhatsapp(app.services, openNewsKeeper(app.services), { name, rawBody, headers })) return true
  return receiveDelivery(app.services, name, rawBody, headers).catch(() => false)
}

/** So much time goes by in the demo: the script, the provider and its webhook, and who plays its present where that is asked. */
async function live(minutes: number, { stepSeconds = 15, present = false } = {}) {
  for (let turn = 0; turn < (minutes * 60) / stepSeconds; turn++) {
    app.clock.advance(stepSeconds * 1000)
    await takeTurn(app.services, engineId, new Map())
    for (const outbox of outboxes) await outbox.drain()
    await app.services.gateways.simulatedEvents.sendDue(post)
    // The job of every minute.
    await handOverLetters(app.services, new AbortController().signal)
    if (present) await playTurn(app.services, 1)
    await runJobs(app.services)
  }
}

async function rows<Row>(text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(app.db)).rows
}
const count = async (from: string) => (await rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0
const say = async (event: SimulatedAnswer) => {
  await app.services.gateways.simulatedEvents.schedule(simulatedAnswers, [{ afterMs: 0, event }])
  await app.services.gateways.simulatedEvents.sendDue(post)
  await runJobs(app.services)
}
const findSent = async () => {
  const [sent] = await rows<{ ref: string; recipient: string; caseId: number }>(
    `select provider_ref as ref, recipient, case_id as "caseId"
      from communications where channel = 'whatsapp' and state = 'sent' order by id limit 1`,
  )
  if (!sent) throw new Error('nothing was sent by WhatsApp')
  return sent
}

test('within minutes people answer by WhatsApp and press buttons, and the script goes on by the one that they pressed', async () => {
  await live(13)
  expect(await count(`conversations where channel = 'whatsapp' and case_id is not null`)).toBeGreaterThan(2)
  expect(await count(`incoming_messages where channel = 'whatsapp' and pressed is not null`)).toBeGreaterThan(0)
  const chosen = await rows<{ label: string }>(
    `select distinct params ->> 'answer' as label
      from timeline
      where event = 'branch' and params ->> 'question' = 'pressed'`,
  )
  expect(chosen.length).toBeGreaterThan(1)
  expect(await count(`communications where channel = 'whatsapp' and idempotency_key like '%:keuze:%' and state = 'sent'`)).toBeGreaterThan(
    0,
  )
}, 180_000)

test('a picture that somebody sends is kept with their message, by the number of the installation', async () => {
  const { ref, recipient, caseId } = await findSent()
  const words = { name: '', text: 'Hier is het bewijs.', pressed: null, givenNumber: null, quotes: ref }
  await say({ ...words, providerRef: 'picture', phone: recipient, userId: null, media: simulatedPicture })
  const kept = await rows<{ caseId: number; type: string; signature: string }>(
    `select m.case_id as "caseId", a.media_type as type, encode(substr(a.content, 1, 4), 'hex') as signature
      from incoming_messages m join incoming_attachments a on a.customer_id = m.customer_id and a.incoming_id = m.id
      where m.text = 'Hier is het bewijs.'`,
  )
  expect(kept).toEqual([{ caseId, type: 'image/png', signature: '89504e47' }])
})

test('who got no message of ours writes to the number all the same, known by an id alone, and stands with no case', async () => {
  const { ref } = await findSent()
  const words = { name: 'Robin', text: 'Ik zoek mijn factuur.', pressed: null, givenNumber: null, quotes: ref, media: null }
  await say({ ...words, providerRef: 'stranger', phone: null, userId: 'NL.1000000000000001' })
  expect(await rows(`select case_id, address from conversations where person_name = 'Robin'`)).toEqual([
    { case_id: null, address: 'nl.1000000000000001' },
  ])
})

test('after more than an hour it is not over: people came in by upload and are written to by WhatsApp, and some answer', async () => {
  await live(60, { stepSeconds: 120, present: true })
  const ours = `batches b
    join cases c on c.customer_id = b.customer_id and c.batch_id = b.id
    where b.name like 'Simulatie WhatsApp %'`
  const ago = (minutes: number) => `'${new Date(app.clock.now().getTime() - minutes * 60_000).toISOString()}'`
  expect(await count(`${ours} and c.status = 'open'`)).toBeGreaterThan(0)
  expect(
    await count(`communications m where m.channel = 'whatsapp' and m.state = 'sent' and m.queued_at > ${ago(15)}
      and m.case_id in (select c.id from ${ours})`),
  ).toBeGreaterThan(0)
  expect(await count(`incoming_messages where channel = 'whatsapp' and case_id in (select c.id from ${ours})`)).toBeGreaterThan(0)
  // A small file of each script in six minutes at the most often; nobody comes by both.
  expect(await count(`batches where name like 'Simulatie WhatsApp %'`)).toBeLessThanOrEqual(10)
  expect(
    await count(`(
      select mobile
      from cases
      where case_number like 'L%' and mobile is not null
      group by mobile
      having count(*) > 1) twice`),
  ).toBe(0)
}, 180_000)

test('nobody answers a message that did not come', async () => {
  const [work] = await listDemoWork(app.services)
  if (!work) throw new Error('there is no demo')
  await sql`update conversations set state = 'closed', waiting_since = null`.execute(app.db)
  const write = async () => {
    for (let turn = 0; turn < 25; turn++) {
      await debtorsWrite(app.services, work, 1, 4)
      await app.services.gateways.simulatedEvents.sendDue(post)
      app.clock.advance(4_000)
    }
    return written()
  }
  // What the provider planned before is on its way still.
  const written = () => count(`incoming_messages where message_key like '%:written:%' or message_key like 'simulated:%'`)
  const before = await written()
  const after = await write()
  expect(after).toBeGreaterThan(before)
  await sql`update communications set delivery = 'failed' where state = 'sent'`.execute(app.db)
  await sql`update conversations set state = 'closed', waiting_since = null`.execute(app.db)
  expect(await write()).toBe(after)
})

test('who has no WhatsApp never gets a message by it and never answers', async () => {
  const reached = new Map<string, Set<boolean>>()
  const answered: string[] = []
  const events = {
    schedule: (name: string, planned: readonly { event: { state?: string; providerRef: string; phone?: string } }[]) => {
      for (const { event } of planned)
        if (name === simulatedAnswers) answered.push(event.phone ?? '')
        else {
          const to = event.providerRef.split('/')[1] ?? ''
          reached.set(to, (reached.get(to) ?? new Set()).add(event.state !== 'failed'))
        }
      return Promise.resolve()
    },
  }
  const { clock, services } = app
  const gateway = openSimulatedWhatsapp({ clock, secretKey: services.config.secretKey, events: events as never })
  const numbers = Array.from({ length: 300 }, (_none, at) => `+316123${String(45_000 + at)}`)
  await Promise.all(
    numbers.flatMap((to) => [1, 2, 3, 4].map((no) => gateway.send({ id: `${no}/${to}`, to, from: '', text: 'Hallo', approved: null }))),
  )
  const without = numbers.filter((to) => reached.get(to)?.has(false))
  expect(without.length).toBeGreaterThan(3)
  expect(without.filter((to) => reached.get(to)?.has(true) || answered.includes(to))).toEqual([])
  expect(answered.length).toBeGreaterThan(0)
})

test('some of those who answer send a picture; under an approved text that has a button to answer with, some press it', async () => {
  const answers: SimulatedAnswer[] = []
  const events = {
    schedule: (name: string, planned: readonly { event: unknown }[]) => {
      if (name === simulatedAnswers) answers.push(...planned.map(({ event }) => event as SimulatedAnswer))
      return Promise.resolve()
    },
  }
  const { clock, services } = app
  const gateway = openSimulatedWhatsapp({ clock, secretKey: services.config.secretKey, events: events as never })
  const approved = { name: 'betaalherinnering', language: 'nl', header: [], body: [], buttons: [] }
  const message = { to: '+31612345678', from: '', text: '', approved }
  await Promise.all(Array.from({ length: 120 }, (_none, id) => gateway.send({ ...message, id: `p${id}` })))
  expect(new Set(answers.flatMap(({ pressed }) => pressed ?? []))).toEqual(new Set(['Bel mij terug']))
  expect(answers.filter(({ media }) => media !== null).length).toBeGreaterThan(0)
  expect(answers.filter(({ media, pressed }) => media !== null && pressed !== null)).toEqual([])
})
