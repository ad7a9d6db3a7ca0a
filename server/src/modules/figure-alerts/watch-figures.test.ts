import { complianceApi } from '@regie/contract/customers.ts'
import { contactApi, type SubscriptionKey } from '@regie/contract/contacts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { wallboardApi } from '@regie/contract/wallboard.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { readPost } from '../../../test/run-jobs.ts'
import { watchFigures } from './watch-figures.ts'

const start = '2026-06-03T10:00:00Z'
const seeing = [Right.viewContacts, Right.changeContacts, Right.viewScripts, Right.viewWallboard, Right.changeCompliance]

let app: TestApp
let batch: BuiltBatch
let queueId: number
let reader: Staff & { contactId: number }
beforeAll(async () => void (app = await openTestApp({ start })))
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(new Date(start))
  await app.db.deleteFrom('contact_subscriptions').execute()
  batch = await app.build.batch()
  queueId = await buildQueue()
  reader = await buildReader(seeing)
})

async function buildQueue() {
  const of = { customer_id: batch.customerId }
  const team = await app.db
    .insertInto('teams')
    .values({ ...of, name: 'Incasso' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await app.db
    .insertInto('queues')
    .values({ ...of, team_id: team.id, name: 'Regelingen', waiting_warn: 1, waiting_limit: 2 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('queue_scripts')
    .values({ ...of, script_id: batch.script.id, queue_id: id })
    .execute()
  await app.db.updateTable('scripts').set({ dialing: 'predictive' }).where('id', '=', batch.script.id).execute()
  return id
}

async function buildReader(rights: number[]): Promise<Staff & { contactId: number }> {
  const staff = await app.build.staff({ rights, customers: [batch.customerId], home: batch.customerId })
  const { id } = await app.db
    .updateTable('contacts')
    .set({ email: `lezer${staff.userId}@klant.nl`, last_name: 'Lezer' })
    .where('user_id', '=', staff.userId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...staff, contactId: id }
}

const wish = (key: SubscriptionKey, { contactId = reader.contactId, scriptIDs = null as number[] | null, enabled = true } = {}) =>
  app
    .call(contactApi.subscribe, {
      params: { contactID: contactId },
      body: {
        customerID: batch.customerId,
        subscription: { key, enabled, frequency: 'direct', time: '07:30', scriptIDs },
      },
    })
    .as(reader)

const hour = async (answered: number, dropped: number) => {
  const counts = { calls: answered, answered, wanted: answered, dropped }
  const moments = { counted_at: app.clock.now(), moved_at: app.clock.now() }
  await app.db
    .insertInto('dialing_paces')
    .values({
      ...{ customer_id: batch.customerId, script_id: batch.script.id, factor: '1', held_back: false, agent_share: '1' },
      ...{ handle_seconds: 120, ...counts, ...moments },
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'script_id']).doUpdateSet(counts))
    .execute()
}

async function waiting(people: number) {
  for (let made = 0; made < people; made++) {
    const { id } = await app.build.case({ batch })
    const call = await app.db
      .insertInto('communications')
      .values({
        ...{ customer_id: batch.customerId, case_id: id, batch_id: batch.id, channel: 'call', recipient: '+31612345678' },
        ...{ provider: 'simulated', idempotency_key: `wacht:${id}`, simulated: true, state: 'sent', queued_at: app.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('queue_calls')
      .values({
        ...{ customer_id: batch.customerId, communication_id: call.id, case_id: id, queue_id: queueId, state: 'waiting' },
        entered_at: app.clock.now(),
      })
      .execute()
  }
}
const nobodyWaits = () => app.db.deleteFrom('queue_calls').where('queue_id', '=', queueId).execute()

const look = () => watchFigures(app.services, new AbortController().signal)
async function pass(minutes: number) {
  for (let gone = 0; gone < minutes; gone++) {
    app.clock.set(new Date(app.clock.now().getTime() + 60_000))
    await look()
  }
}
/** What came for a reader since it was last asked. */
let read = 0
const news = async (part: string) => {
  const post = await readPost(app.services)
  const fresh = post.slice(read)
  read = post.length
  return fresh.filter((mail) => mail.includes(part))
}

test('a drop rate that stays over its limit is mailed once, with its numbers, why and how it ends', async () => {
  expect((await wish('droprate_alert')).status).toBe(200)
  await hour(1000, 42)
  await look()
  await pass(4)
  expect(await news('roprate')).toEqual([])
  await pass(1)
  await pass(30)
  const mails = await news('roprate')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Droprate boven de grens: Script ')
  expect(mails[0]).toContain('4,2%')
  expect(mails[0]).toContain('De grens is 3%.')
  expect(mails[0]).toContain('3 juni')
  expect(mails[0]).toContain('aangemeld voor: droprate boven de grens')
  expect(mails[0]).toMatch(/\/n\/[0-9a-z]+\.droprate_alert\./)
  // It gets better, and an hour later worse again.
  await hour(1000, 10)
  await pass(40)
  await hour(1000, 50)
  await pass(6)
  expect(await news('5%')).toHaveLength(1)
})

test('of few calls nothing is said, and a stricter customer hears sooner', async () => {
  await wish('droprate_alert')
  await hour(19, 3)
  await pass(7)
  expect(await news('roprate')).toEqual([])
  await hour(1000, 20)
  await pass(7)
  expect(await news('roprate')).toEqual([])
  const { body } = await app.call(complianceApi.get, { params: { customerID: batch.customerId } }).as(reader)
  expect(body.dropRate).toEqual({ warnPercent: 2.5, limitPercent: 3, alertMinutes: 5 })
  const { profile, caps, quietDaysAfterStaff, version } = body
  const change = (dropRate: typeof body.dropRate) =>
    app
      .call(complianceApi.change, {
        params: { customerID: batch.customerId },
        body: { profile, caps, quietDaysAfterStaff, version, reason: 'Strenger', dropRate },
      })
      .as(reader)
  expect((await change({ warnPercent: 2, limitPercent: 1.5, alertMinutes: 1 })).body).toMatchObject({
    ...{ error: 'compliance.dropOrder', field: 'dropRate.limitPercent' },
  })
  expect((await change({ warnPercent: 1, limitPercent: 3.5, alertMinutes: 1 })).status).toBe(400)
  expect((await change({ warnPercent: 1, limitPercent: 1.5, alertMinutes: 2 })).body.dropRate.limitPercent).toBe(1.5)
  await pass(3)
  expect(await news('De grens is 1,5%.')).toHaveLength(1)
})

test('a queue over a limit is mailed by the figure, for the scripts that were chosen, and two that look at once mail once', async () => {
  await wish('wallboard_alert', { scriptIDs: [batch.script.id] })
  const other = await buildReader(seeing)
  const elsewhere = await app.build.script({ customerId: batch.customerId })
  await wish('wallboard_alert', { contactId: other.contactId, scriptIDs: [elsewhere.id] })
  await waiting(3)
  await look()
  await pass(4)
  app.clock.set(new Date(app.clock.now().getTime() + 60_000))
  await Promise.all([look(), look(), look()])
  await look()
  const mails = await news('Wachtrij Regelingen over de grens')
  expect(mails.map((mail) => [mail.includes(`lezer${reader.userId}@`), mail.includes('aantal wachtenden 3')])).toEqual([[true, true]])
  // Who waits longest was over a minute two minutes later than the number was.
  await pass(2)
  expect(await news('langste wachttijd')).toHaveLength(1)
  // The wall shows the same bounds.
  const { body } = await app.call(wallboardApi.get, { query: { customerID: batch.customerId } }).as(reader)
  expect(body.queues).toMatchObject([{ waiting: 3, waitingLimit: 2, limitSeconds: 60, drops: [] }])
  await nobodyWaits()
})

test('who may not see the figures cannot be subscribed, and who no longer may is not mailed', async () => {
  const blind = await buildReader([Right.viewContacts])
  const outside = await app
    .call(contactApi.add, {
      body: {
        customerID: batch.customerId,
        contact: {
          ...{ salutation: 'geen', initials: '', firstName: 'Ada', middleName: '', lastName: 'Dam', department: '', jobTitle: '' },
          ...{ email: 'ada@klant.nl', phone: '', mobile: '', locale: 'nl', notes: '', active: true },
        },
      },
    })
    .as(reader)
  for (const contactId of [blind.contactId, outside.body.contactID])
    expect((await wish('droprate_alert', { contactId })).body).toMatchObject({ error: 'contact.mayNotSee' })
  const params = { params: { contactID: blind.contactId }, query: { customerID: batch.customerId } }
  const listed = (await app.call(contactApi.subscriptions, params).as(reader)).body
  expect(listed.filter(({ isAllowed }) => !isAllowed).map(({ key }) => key)).toEqual([
    ...['droprate_alert', 'wallboard_alert', 'retention_preview'],
  ])
  await wish('droprate_alert')
  await hour(1000, 60)
  await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', reader.userId).execute()
  await look()
  await pass(7)
  expect(await news('roprate')).toEqual([])
})
