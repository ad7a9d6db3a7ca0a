import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, endStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { receiveSms } from './receive-sms.ts'

const steps = [{ kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } } as const, endStep]

let h: EngineHarness
beforeAll(async () => {
  // Half past eleven on a Sunday evening in Amsterdam: no script writes to anybody.
  h = await openEngineHarness({ start: '2027-01-10T22:30:00Z' })
})
afterAll(() => h.close())

let sms = 0
async function openStory(confirms: boolean, locale = 'nl') {
  const script = await h.buildScript({ steps, profile: 'incasso_wki' })
  const { customerId } = script
  await h.db.updateTable('customers').set({ stop_confirmation: confirms }).where('id', '=', customerId).execute()
  const { id } = await h.db
    .insertInto('providers')
    .values({
      customer_id: customerId,
      channel: 'sms',
      kind: 'simulated',
      name: 'Oefen',
      settings: '{"kind":"simulated"}',
      is_default: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const provider = (await findRegistered(h.db, [id])).get(id)
  if (!provider) throw new Error('no provider')
  const batch = await h.buildBatch(script, [{ mobile: '+31612345678' }])
  const [caseId = 0] = batch.caseIds
  await h.db.updateTable('cases').set({ locale }).where('id', '=', caseId).execute()
  // That we wrote to this number says whose case it is.
  await h.db
    .insertInto('communications')
    .values({
      ...{ customer_id: customerId, case_id: caseId, batch_id: batch.batchId, channel: 'sms', idempotency_key: `before-${caseId}` },
      ...{
        recipient: '+31612345678',
        provider: 'simulated-sms',
        provider_id: id,
        simulated: true,
        state: 'sent',
        queued_at: h.clock.now(),
      },
    })
    .execute()
  const hear = (text: string, at = h.clock.now()) =>
    receiveSms(h.services, provider, { key: `k${sms++}`, from: '31612345678', to: '', text, at })
  const sent = async () => {
    await h.sendDue()
    return h.db
      .selectFrom('communications as c')
      .innerJoin('communication_contents as t', 't.communication_id', 'c.id')
      .select(['c.state', 't.text', 'c.provider_id'])
      .where('c.customer_id', '=', customerId)
      .where('c.confirms_stop', '=', true)
      .orderBy('c.id')
      .execute()
  }
  const listed = () =>
    h.db
      .selectFrom('blacklist')
      .select(['reason', 'added_by', 'removed_reason'])
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()
  return { customerId, caseId, provider, hear, sent, listed }
}

test('who answers STOP is confirmed once that it is so, at any hour, though the number is listed by then', async () => {
  const { hear, sent, listed, provider } = await openStory(true)
  await hear('Stop aub')
  const confirmed = {
    state: 'sent',
    text: 'U ontvangt geen sms meer van Demo Incasso. Antwoord START om ze weer te krijgen.',
    provider_id: provider.id,
  }
  expect(await sent()).toEqual([confirmed])
  await hear('STOP!!')
  expect(await sent()).toEqual([confirmed])
  expect(await listed()).toEqual([{ reason: 'request', added_by: '', removed_reason: null }])
})

test('in the language of the case; a customer that does not want it sends none', async () => {
  const french = await openStory(true, 'fr')
  await french.hear('ARRET')
  expect((await french.sent())[0]?.text).toContain('Vous ne recevrez plus de SMS de Demo Incasso')
  const silent = await openStory(false)
  await silent.hear('STOP')
  expect(await silent.sent()).toEqual([])
  expect(await silent.listed()).toHaveLength(1)
})

test('START ends what STOP began, and a STOP of another day is confirmed anew; what staff listed stays', async () => {
  const { hear, sent, listed, caseId, customerId } = await openStory(true)
  await hear('STOP')
  await hear('Mijn start is mislukt')
  expect(await listed()).toMatchObject([{ removed_reason: null }])
  await hear(' Start. ')
  expect(await listed()).toMatchObject([{ removed_reason: 'start' }])
  expect(await h.events(caseId)).toContain('addressUnlisted')
  await hear('stop')
  expect(await sent()).toHaveLength(1)
  await hear('start')
  h.clock.advance(25 * 3_600_000)
  await hear('stop')
  expect(await sent()).toHaveLength(2)
  await h.db
    .insertInto('blacklist')
    .values({
      ...{ customer_id: customerId, kind: 'phone', value: '+31612345678', reason: 'request', retention: '2y' },
      ...{ added_at: h.clock.now(), added_by: 'noor' },
    })
    .execute()
  await hear('AAN')
  expect(await listed()).toMatchObject([{}, {}, { removed_reason: 'start' }, { added_by: 'noor', removed_reason: null }])
})

test('a START that arrives late undoes no later STOP, also not one that was said again', async () => {
  const { hear, listed } = await openStory(false)
  await hear('STOP')
  const between = h.clock.now()
  h.clock.advance(5_000)
  await hear('START', new Date(between.getTime() - 60_000))
  expect(await listed()).toMatchObject([{ removed_reason: null }])
  await hear('STOP')
  await hear('START', new Date(between.getTime() + 2_000))
  expect(await listed()).toMatchObject([{ removed_reason: null }])
  h.clock.advance(5_000)
  await hear('START')
  expect(await listed()).toMatchObject([{ removed_reason: 'start' }])
})

test('who is on the list for another reason too gets no confirmation', async () => {
  const { hear, sent, customerId } = await openStory(true)
  await h.db
    .insertInto('blacklist')
    .values({
      ...{ customer_id: customerId, kind: 'phone', value: '+31612345678', reason: 'lawyer', retention: '2y' },
      ...{ added_at: h.clock.now(), added_by: 'noor' },
    })
    .execute()
  await hear('STOP')
  expect(await sent()).toEqual([])
})
