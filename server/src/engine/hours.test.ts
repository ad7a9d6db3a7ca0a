import type { ScriptStep } from '@regie/contract/scripts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endStep, type EngineHarness, openEngineHarness } from '../../test/engine-harness.ts'
import { takeTurn } from './engine.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

const minutes = (count: number) => count * 60_000
const smsStep: ScriptStep = { kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } }
// Computed with another clock than ours.
const wall = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Amsterdam',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const messagesOf = (batchId: number) =>
  h.db.selectFrom('communications').selectAll().where('batch_id', '=', batchId).orderBy('id').execute()

describe('R6: two engines tick at the same moments, the clock jumps, and the night is one hour short or long', () => {
  test.each([
    ['2026-03-29', 'the night that skips an hour', 4],
    ['2026-10-25', 'the night that repeats one', 12],
  ])('%s, %s', async (night, _, perNight) => {
    h.clock.set(new Date(Date.parse(night) - minutes(120)).toISOString())
    const second = await h.newEngine()
    const script = await h.buildScript({
      steps: [smsStep, endStep],
      smsPerHour: 4,
      windows: [{ starts: '01:30', ends: '03:29', weekdays: [7], channels: ['sms'] }],
    })
    const batch = await h.buildBatch(script, 20)
    const tick = async () => {
      await Promise.all([h.engineId, second].map((engine) => takeTurn(h.services, engine, new Map())))
      await Promise.all([h.engineId, second].map((engine) => h.sendDue(engine)))
    }
    for (let moment = h.clock.now().getTime(); moment < Date.parse(night) + minutes(240); moment += minutes(15)) {
      // Every hour the clock is an hour ahead, and an hour behind, for one tick.
      const jumps = moment % minutes(60) === 0 ? [60, -60, 0] : [0]
      for (const jump of jumps) {
        h.clock.set(new Date(moment + minutes(jump)))
        await tick()
      }
    }
    const sent = (await messagesOf(batch.batchId)).filter((message) => message.state === 'sent')
    const times = sent.map((message) => (message.started_at === null ? 'never' : wall.format(message.started_at)))
    expect(times.filter((time) => time < 'Sun 01:30' || time > 'Sun 03:29' || !time.startsWith('Sun'))).toEqual([])
    expect(sent.length).toBeGreaterThanOrEqual(perNight)
    expect(new Set(sent.map((message) => message.case_id)).size).toBe(sent.length)
    expect(await messagesOf(batch.batchId)).toHaveLength(new Set((await messagesOf(batch.batchId)).map((message) => message.case_id)).size)
    await h.db.updateTable('batches').set({ status: 'closed' }).where('id', '=', batch.batchId).execute()
  })
})

describe('how often one person is written to, over batches and channels', () => {
  const lawful = [{ starts: '07:00', ends: '19:59', weekdays: [1, 2, 3, 4, 5, 6], channels: ['email', 'sms'] }]
  const person = { email: 'zelfde@example.nl', mobile: '+31612349999' }

  test('three times in seven days; the fourth waits until the first is a week old, and goes then', async () => {
    h.clock.set('2026-06-01T08:00:00Z')
    const script = await h.buildScript({ profile: 'incasso_wki', windows: lawful })
    const first = await h.buildBatch(script, [person])
    await h.runUntilIdle()
    h.clock.set('2026-06-02T08:00:00Z')
    const more = [await h.buildBatch(script, [person]), await h.buildBatch(script, [person]), await h.buildBatch(script, [person])]
    await h.runUntilIdle()
    const sentIn = async () =>
      (await Promise.all([first, ...more].map(({ batchId }) => messagesOf(batchId)))).map((list) => list.map(({ state }) => state))
    const sentNow = (await sentIn()).flat().filter((state) => state === 'sent')
    expect(sentNow).toHaveLength(3)
    const held = await h.db
      .selectFrom('case_runs')
      .select(['held', 'due_at', 'case_id'])
      .where('held', 'is not', null)
      .where(
        'batch_id',
        'in',
        more.map(({ batchId }) => batchId),
      )
      .execute()
    expect(held).toMatchObject([{ held: 'personWrittenCap', due_at: new Date('2026-06-08T08:00:00Z') }])
    await h.runUntil(new Date('2026-06-08T08:00:00Z'))
    expect((await sentIn()).flat().filter((state) => state === 'sent')).toHaveLength(4)
  })

  test('an address is the same person however its letters are written', async () => {
    h.clock.set('2026-06-15T08:00:00Z')
    const script = await h.buildScript({ profile: 'incasso_wki', windows: lawful })
    await h.db
      .updateTable('customers')
      .set({
        contact_caps: JSON.stringify({ answeredPerDay: 1, callsPerDay: 1, callsPerWeek: 1, writtenPerWeek: 1, contactsPerLifetime: null }),
      })
      .where('id', '=', script.customerId)
      .execute()
    await h.buildBatch(script, [{ mobile: null, email: 'Hoofd.Letters@Example.nl' }])
    await h.runUntilIdle()
    const second = await h.buildBatch(script, [{ mobile: null, email: 'hoofd.letters@example.NL' }])
    await h.runUntilIdle()
    expect(await messagesOf(second.batchId)).toEqual([])
    const run = await h.db.selectFrom('case_runs').select('held').where('batch_id', '=', second.batchId).executeTakeFirst()
    expect(run).toEqual({ held: 'personWrittenCap' })
  })

  test('who came on the blacklist after it was queued gets nothing, and the message says why', async () => {
    h.clock.set('2026-06-10T08:00:00Z')
    const script = await h.buildScript({ profile: 'incasso_wki', windows: lawful })
    const batch = await h.buildBatch(script, [{ ...person, email: 'Weg@Example.nl' }])
    await h.turn()
    await h.db
      .insertInto('blacklist')
      .values({ customer_id: script.customerId, kind: 'email', value: 'weg@example.nl', retention: '2y', added_by: 'ada' })
      .execute()
    await h.sendDue()
    const [message] = await messagesOf(batch.batchId)
    expect(message).toMatchObject({ state: 'cancelled', reason: 'blacklisted' })
    expect(message?.permission).toMatchObject([
      { when: 'queued', ok: true, at: '2026-06-10T08:00:00.000Z' },
      { when: 'claimed', ok: false, reason: 'blacklisted' },
    ])
  })

  test('nor when its case has another address by now', async () => {
    const script = await h.buildScript({ profile: 'incasso_wki', windows: lawful })
    const batch = await h.buildBatch(script, [{ ...person, email: 'oud@example.nl' }])
    await h.turn()
    const listed = { customer_id: script.customerId, kind: 'email', value: 'oud@example.nl', retention: '2y', added_by: 'ada' }
    await h.db.insertInto('blacklist').values(listed).execute()
    await h.db
      .updateTable('cases')
      .set({ email: 'nieuw@example.nl' })
      .where('id', '=', batch.caseIds[0] ?? 0)
      .execute()
    await h.sendDue()
    expect(await messagesOf(batch.batchId)).toMatchObject([{ state: 'cancelled', reason: 'blacklisted' }])
  })

  test('two that wait together and would be one too many: the first queued goes, the other is held with its reason', async () => {
    h.clock.set('2026-07-01T08:00:00Z')
    const script = await h.buildScript({ profile: 'incasso_wki', windows: lawful })
    await h.db
      .updateTable('customers')
      .set({
        contact_caps: JSON.stringify({ answeredPerDay: 1, callsPerDay: 1, callsPerWeek: 1, writtenPerWeek: 2, contactsPerLifetime: null }),
      })
      .where('id', '=', script.customerId)
      .execute()
    const batches = [await h.buildBatch(script, [person]), await h.buildBatch(script, [person])]
    await h.turn()
    await h.db
      .updateTable('customers')
      .set({
        contact_caps: JSON.stringify({ answeredPerDay: 1, callsPerDay: 1, callsPerWeek: 1, writtenPerWeek: 1, contactsPerLifetime: null }),
      })
      .where('id', '=', script.customerId)
      .execute()
    await h.sendDue()
    const messages = (await Promise.all(batches.map(({ batchId }) => messagesOf(batchId)))).flat().sort((a, b) => a.id - b.id)
    expect(messages.map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', null],
      ['queued', 'personWrittenCap'],
    ])
  })
})

describe('what a person asked for holds for the script and for what waits already', () => {
  const sms = { channel: 'sms', recipient: '+31612345001' }
  const give = (caseId: number | undefined, fields: Record<string, string>) =>
    h.db
      .updateTable('cases')
      .set({ fields: JSON.stringify(fields) })
      .where('id', '=', caseId ?? 0)
      .execute()

  test('who asked not to be called before ten is called at ten', async () => {
    h.clock.set('2026-08-03T07:00:00Z')
    const steps: ScriptStep[] = [
      { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 30 } },
      endStep,
    ]
    const batch = await h.buildBatch(await h.buildScript({ steps }), 1)
    await give(batch.caseIds[0], { niet_bellen_voor: '10:00' })
    await h.runUntilIdle()
    expect(await messagesOf(batch.batchId)).toEqual([])
    await h.runUntil(new Date('2026-08-03T08:00:00Z'))
    expect(await messagesOf(batch.batchId)).toMatchObject([{ channel: 'call', started_at: new Date('2026-08-03T08:00:00Z') }])
  })

  test('who chose mail gets the mail and no SMS, also when the choice came after the SMS was queued', async () => {
    const steps: ScriptStep[] = [
      { ...smsStep, next: 'mail' },
      { kind: 'send-email', key: 'mail', next: 'end', settings: { template: 'mail' } },
      endStep,
    ]
    const script = await h.buildScript({ steps })
    const before = await h.buildBatch(script, [{ email: 'keuze@example.nl' }])
    await give(before.caseIds[0], { contactvoorkeur: 'email' })
    await h.runUntilIdle()
    expect(await messagesOf(before.batchId)).toMatchObject([{ channel: 'email', state: 'sent' }])
    const after = await h.buildBatch(script, [{ email: 'later@example.nl' }])
    await h.turn()
    await give(after.caseIds[0], { contactvoorkeur: 'email' })
    await h.sendDue()
    expect(await messagesOf(after.batchId)).toMatchObject([
      { ...sms, state: 'cancelled', reason: 'otherChannelPreferred' },
      { channel: 'email', state: 'sent' },
    ])
  })
})
