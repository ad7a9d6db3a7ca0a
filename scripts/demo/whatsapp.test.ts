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

/** So much time goes by in the demo, without anybody who plays it: the script, the provider and its webhook alone. */
async function live(minutes: number) {
  for (let turn = 0; turn < minutes * 4; turn++) {
    app.clock.advance(15_000)
    await takeTurn(app.services, engineId, new Map())
    for (const outbox of outboxes) await outbox.drain()
    await app.services.gateways.simulatedEvents.sendDue(post)
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
})

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
