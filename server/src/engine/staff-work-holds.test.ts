import type { ScriptStep } from '@regie/contract/scripts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EngineHarness, endStep, mailStep, openEngineHarness } from '../../test/engine-harness.ts'
import { setResult } from '../modules/arrangements/set-result.ts'
import { endManualCall } from '../modules/communications/manual-calls/end-manual-call.ts'
import { findCall } from '../modules/communications/manual-calls/find-call.ts'
import { startCall } from '../modules/communications/manual-calls/start-call.ts'
import { sendMessage } from '../modules/communications/manual-messages/send-message.ts'
import { findCasePermission } from '../modules/cases/case-permission.ts'
import { findCaseDetail } from '../modules/cases/case-detail.ts'
import { whyOfCase } from '../modules/funnel/why.ts'
import { payInSimulation } from '../modules/payment-links/pay-in-simulation.ts'
import type { Caller } from '../platform/http/caller.ts'
import { runsOfSamePerson, wakeAfterHolds } from '../modules/case-runs/wake-held.ts'
import { recoverDead } from './recover-dead.ts'
import { releaseHold } from '../modules/next-case/holds.ts'
import { planAttempts } from './time-machine/next-attempts.ts'

let h: EngineHarness
// 10:00 in Amsterdam; the next day begins at 23:00 UTC.
beforeEach(async () => void (h = await openEngineHarness({ start: '2026-02-03T09:00:00Z' })))
afterEach(() => h.close())

const tomorrow = '2026-02-03T23:00:00.000Z'
const waitStep: ScriptStep = { kind: 'wait', key: 'wait', next: 'call', settings: { minutes: 1 } }
const callStep: ScriptStep = {
  kind: 'call',
  key: 'call',
  next: 'end',
  settings: { template: 'call', attemptsMax: 1, retryMinutes: 60 },
}
const waitThenEnd: ScriptStep = { kind: 'wait', key: 'wait', next: 'end', settings: { minutes: 1 } }

async function openStory(steps: ScriptStep[], cases = 20) {
  const batch = await h.buildBatch(await h.buildScript({ steps }), cases)
  return { ...batch, caseId: batch.caseIds[0] ?? 0, agent: await colleague(batch.customerId, 'tess') }
}

async function colleague(customerId: number, username: string): Promise<Caller> {
  const { id: userId } = await h.db.insertInto('users').values({ username, password_hash: 'x' }).returning('id').executeTakeFirstOrThrow()
  const rights = [Right.viewCases, Right.changeCases, Right.sendEmail, Right.sendSms]
  return { userId, username, rights, stage: 'full', sessionId: null, customerIds: [customerId] }
}

const later = (ms: number) => h.clock.set(new Date(h.clock.now().getTime() + ms))
const minutes = (n: number) => n * 60_000
const news = () => h.gateways.simulatedEvents.sendDue(h.post)
const calls = async (caseId: number) =>
  (await h.db.selectFrom('communications').select('id').where('case_id', '=', caseId).where('channel', '=', 'call').execute()).length
const runOf = (caseId: number) =>
  h.db.selectFrom('case_runs').select(['state', 'held', 'due_at', 'step']).where('case_id', '=', caseId).executeTakeFirstOrThrow()

/** Calls cases until somebody picks up, while their script waits; the others are done with. */
async function callUntilTalking({ agent, caseIds, batchId }: Awaited<ReturnType<typeof openStory>>) {
  await h.turn()
  const due = new Date(h.clock.now().getTime() + minutes(30))
  await h.db.updateTable('case_runs').set({ due_at: due }).where('batch_id', '=', batchId).execute()
  for (const caseId of caseIds) {
    const call = await startCall(h.services, agent, caseId)
    await h.sendDue()
    later(13_000)
    await news()
    if ((await findCall(h.services, agent, caseId)).call?.state === 'talking') return { caseId, call }
  }
  throw new Error('nobody picks up')
}

test('a person on the phone with staff is neither called nor closed by the script, which says whose call it waits for', async () => {
  const story = await openStory([waitThenEnd, endStep])
  const { caseId } = await callUntilTalking(story)
  later(minutes(40))
  await h.turn()
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'open' })
  expect(await runOf(caseId)).toMatchObject({ state: 'sleeping', held: 'staffCall', step: 'end' })
  expect((await findCaseDetail(h.services, story.agent, caseId, {})).run).toMatchObject({ held: 'staffCall', heldBy: 'tess' })
  expect(await whyOfCase(h.services, story.agent, caseId)).toMatchObject({
    by: 'tess',
    line: { place: 'held', reason: 'staffCall', fix: 'wait' },
  })
  const held = await h.db.selectFrom('timeline').select('params').where('case_id', '=', caseId).where('event', '=', 'held').execute()
  expect(held).toEqual([{ params: { reason: 'staffCall', by: 'tess' } }])
})

test('until its result is given a case that was just spoken to is not rung by its script, nor that same day', async () => {
  const story = await openStory([waitStep, callStep, endStep])
  const { caseId, call } = await callUntilTalking(story)
  await endManualCall(h.services, story.agent, caseId, call.callID)
  await news()
  later(minutes(40))
  await h.turn()
  await h.sendDue()
  expect(await calls(caseId)).toBe(1)
  expect(await runOf(caseId)).toMatchObject({ state: 'sleeping', held: 'staffResult' })
  expect(await whyOfCase(h.services, story.agent, caseId)).toMatchObject({ by: 'tess', line: { place: 'held', reason: 'staffResult' } })
  // Whoever spoke to the person may call again.
  expect((await findCasePermission(h.services, story.agent, caseId)).call).toMatchObject({ ok: true })

  const { version } = await h.caseOf(caseId)
  await setResult(h.services, story.agent, { caseId, version }, { resultCode: 'INF' })
  await h.turn()
  expect(await runOf(caseId)).toMatchObject({ held: 'staffContact', due_at: new Date(tomorrow) })
  const plan = await planAttempts(h.services, story.customerId, caseId)
  expect(plan.attempts).toMatchObject([{ at: tomorrow, step: 'call', cause: 'held', reason: 'staffContact' }])
  h.clock.set(new Date(tomorrow))
  await h.turn()
  await h.sendDue()
  expect(await calls(caseId)).toBe(2)
})

test('a result that nobody gives is not waited for longer than an hour after the call', async () => {
  const story = await openStory([waitStep, callStep, endStep])
  await sql`update customers set quiet_days_after_staff = 0 where id = ${story.customerId}`.execute(h.db)
  const { caseId, call } = await callUntilTalking(story)
  await endManualCall(h.services, story.agent, caseId, call.callID)
  await news()
  const ended = h.clock.now().getTime()
  later(minutes(40))
  await h.turn()
  expect((await findCall(h.services, story.agent, caseId)).call).toMatchObject({ needsResult: true })
  const { due_at: dueAt, held } = await runOf(caseId)
  expect(held).toBe('staffResult')
  expect(dueAt.getTime()).toBe(ended + minutes(60))
  h.clock.set(dueAt)
  expect((await findCall(h.services, story.agent, caseId)).call).toBeNull()
  await h.turn()
  await h.sendDue()
  expect(await calls(caseId)).toBe(2)
})

test('a call by hand that reached nobody holds the script until a result is given, however soon it was ended', async () => {
  const { agent, caseId } = await openStory([waitThenEnd, endStep], 1)
  await h.turn()
  const call = await startCall(h.services, agent, caseId)
  await h.sendDue()
  later(minutes(2))
  await h.turn()
  expect(await runOf(caseId)).toMatchObject({ held: 'staffCall' })
  await endManualCall(h.services, agent, caseId, call.callID)
  await news()
  await h.turn()
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'open' })
  expect(await runOf(caseId)).toMatchObject({ held: 'staffResult' })
  const { version } = await h.caseOf(caseId)
  await setResult(h.services, agent, { caseId, version }, { resultCode: 'INF' })
  await h.turn()
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', result: 'RET' })
})

test('that nobody answered is a result: the script goes on, the attempt counts once, and what the case came to stays', async () => {
  const { agent, caseId } = await openStory([waitThenEnd, endStep], 1)
  await h.turn()
  await h.db.updateTable('cases').set({ result: 'TOEV' }).where('id', '=', caseId).execute()
  const call = await startCall(h.services, agent, caseId)
  await h.sendDue()
  later(minutes(2))
  await h.turn()
  await endManualCall(h.services, agent, caseId, call.callID)
  await news()
  await h.turn()
  expect(await runOf(caseId)).toMatchObject({ held: 'staffResult' })
  const { version } = await h.caseOf(caseId)
  await setResult(h.services, agent, { caseId, version }, { resultCode: 'VMI' })
  expect(await h.caseOf(caseId)).toMatchObject({ result: 'TOEV', last_result: 'VMI', last_answer: 'voicemail', attempts: 1 })
  expect((await findCall(h.services, agent, caseId)).call).toMatchObject({ needsResult: false, needsAnswer: false })
  expect(await h.counterFaults()).toEqual([])
  await h.turn()
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed' })
})

test('who called from elsewhere and reached nobody counts an attempt with it', async () => {
  const { agent, caseId } = await openStory([waitThenEnd, endStep], 1)
  await h.turn()
  const { version } = await h.caseOf(caseId)
  await setResult(h.services, agent, { caseId, version }, { resultCode: 'GEEN' })
  expect(await h.caseOf(caseId)).toMatchObject({ result: null, last_result: 'GEEN', last_answer: 'niet_opgenomen', attempts: 1 })
  expect(await h.counterFaults()).toEqual([])
})

test('a case that was just mailed by hand is not closed or mailed by its script that day, whatever its profile', async () => {
  const { agent, caseId } = await openStory([waitThenEnd, endStep], 1)
  await h.turn()
  await sendMessage(h.services, agent, caseId, { channel: 'email', template: 'mail', key: 'k'.repeat(20) })
  await h.sendDue()
  expect(await h.states()).toEqual({ sent: 1 })
  later(minutes(2))
  await h.turn()
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'open' })
  expect(await runOf(caseId)).toMatchObject({ held: 'staffContact', due_at: new Date(tomorrow) })
  const plan = await planAttempts(h.services, (await h.caseOf(caseId)).customer_id, caseId)
  expect(plan).toMatchObject({ attempts: [], end: 'finished' })
  h.clock.set(new Date(tomorrow))
  await h.turn()
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', result: 'RET' })
})

test('the rest holds for all cases of a person, and no longer than the rules of the customer say', async () => {
  const { agent, caseIds, customerId } = await openStory([{ ...waitThenEnd, next: 'mail' }, mailStep, endStep], 2)
  const [first = 0, second = 0] = caseIds
  await sql`update cases set email = 'Samen@example.nl' where customer_id = ${customerId}`.execute(h.db)
  await h.turn()
  await sendMessage(h.services, agent, first, { channel: 'email', template: 'mail', key: 'k'.repeat(20) })
  await h.sendDue()
  later(minutes(2))
  await h.turn()
  await h.sendDue()
  expect(await runOf(second)).toMatchObject({ held: 'staffContact' })
  await sql`update customers set quiet_days_after_staff = 0 where id = ${customerId}`.execute(h.db)
  h.clock.set(new Date(tomorrow))
  await h.turn()
  await h.sendDue()
  expect((await h.states())['sent']).toBe(3)
})

test('what the script had queued before staff wrote waits too; what staff write does not', async () => {
  const { agent, caseId } = await openStory([mailStep, waitThenEnd, endStep], 1)
  await h.turn()
  await sendMessage(h.services, agent, caseId, { channel: 'email', template: 'mail', key: 'k'.repeat(20) })
  await sendMessage(h.services, agent, caseId, { channel: 'sms', template: 'sms', key: 'm'.repeat(20) })
  await h.sendDue()
  expect(await h.states()).toEqual({ sent: 2, queued: 1 })
})

test('who has paid is closed at once, whoever was in touch with them', async () => {
  const { agent, caseId, customerId } = await openStory([waitThenEnd, endStep], 1)
  await h.turn()
  await sendMessage(h.services, agent, caseId, { channel: 'email', template: 'mail', key: 'k'.repeat(20) })
  await h.sendDue()
  await h.db.transaction().execute((tx) => payInSimulation(tx, { customerId, caseId }, h.clock.now()))
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', result: 'BET' })
})

test('a case that somebody has before them is neither called nor closed by its script; let go of, it goes on', async () => {
  const { caseId, customerId, agent } = await openStory([waitStep, callStep, endStep], 1)
  await h.turn()
  const until = new Date(h.clock.now().getTime() + minutes(20))
  await h.db
    .insertInto('case_holds')
    .values({ customer_id: customerId, case_id: caseId, user_id: agent.userId, cause: 'worth', until })
    .execute()
  later(minutes(2))
  await h.turn()
  expect(await runOf(caseId)).toMatchObject({ state: 'sleeping', held: 'caseHeld', step: 'call' })
  expect((await findCaseDetail(h.services, agent, caseId, {})).run).toMatchObject({ held: 'caseHeld', heldBy: 'tess' })
  expect(await calls(caseId)).toBe(0)
  expect(await whyOfCase(h.services, agent, caseId)).toMatchObject({ by: 'tess', line: { reason: 'caseHeld', fix: 'wait' } })
  expect((await findCasePermission(h.services, agent, caseId)).call.ok).toBe(true)
  await releaseHold(h.services, agent, caseId)
  await h.turn()
  expect(await calls(caseId)).toBe(1)
})

test('a case that was held in a tab that is gone goes on within minutes, by itself', async () => {
  const { caseId, customerId, agent } = await openStory([waitStep, callStep, endStep], 1)
  await h.turn()
  const until = new Date(h.clock.now().getTime() + minutes(3))
  await h.db
    .insertInto('case_holds')
    .values({ customer_id: customerId, case_id: caseId, user_id: agent.userId, cause: 'worth', until })
    .execute()
  later(minutes(2))
  await h.turn()
  expect(await runOf(caseId)).toMatchObject({ held: 'caseHeld' })
  expect(await wakeAfterHolds(h.db, h.clock.now())).toBe(0)
  later(minutes(1))
  await recoverDead(h.services)
  await h.turn()
  expect(await calls(caseId)).toBe(1)
  expect(await wakeAfterHolds(h.db, h.clock.now())).toBe(0)
})

test('the other cases of a person wait for a call by hand no longer than its result does', async () => {
  const { agent, caseIds, customerId } = await openStory([waitThenEnd, endStep], 3)
  const [called = 0, same = 0, stranger = 0] = caseIds
  await sql`update cases set mobile = '+31612345678' where id in (${called}, ${same})`.execute(h.db)
  await h.turn()
  const call = await startCall(h.services, agent, called)
  await h.sendDue()
  later(minutes(2))
  await h.turn()
  expect(await runOf(same)).toMatchObject({ held: 'staffCall', state: 'sleeping' })
  await endManualCall(h.services, agent, called, call.callID)
  await news()
  await h.turn()
  expect(await runOf(same)).toMatchObject({ held: 'staffResult' })
  // A stranger that waits for somebody else is left alone.
  await sql`
    update case_runs
    set state = 'sleeping', held = 'staffResult', due_at = ${new Date(h.clock.now().getTime() + minutes(50))}
    where customer_id = ${customerId} and case_id = ${stranger}`.execute(h.db)
  const { version } = await h.caseOf(called)
  await setResult(h.services, agent, { caseId: called, version }, { resultCode: 'GEEN' })
  expect((await runOf(same)).due_at).toEqual(h.clock.now())
  expect((await runOf(stranger)).due_at.getTime()).toBeGreaterThan(h.clock.now().getTime())
  await h.turn()
  expect(await h.caseOf(same)).toMatchObject({ status: 'closed' })
})

test('waking the cases of a person reads those that wait for staff, however many others there are', async () => {
  const { caseId, customerId, batchId } = await openStory([waitThenEnd, endStep], 1)
  await sql`
    insert into cases (customer_id, batch_id, case_number, name, mobile)
    select ${customerId}, ${batchId}, 'W' || n, 'Jan', '+316' || (20000000 + n)
    from generate_series(1, 20000) n`.execute(h.owner.db)
  await sql`
    insert into case_runs (customer_id, case_id, batch_id, script_version_id, step, state, held, due_at)
    select c.customer_id, c.id, c.batch_id, r.script_version_id, 'end', 'sleeping',
      case when c.id % 1000 = 0 then 'staffResult' when c.id % 2 = 0 then 'outsideWindow' end, now() + interval '1 year'
    from cases c
    join case_runs r on r.customer_id = c.customer_id and r.case_id = ${caseId}
    where c.customer_id = ${customerId} and c.id <> ${caseId}`.execute(h.owner.db)
  await sql`analyze cases, case_runs`.execute(h.owner.db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off) ${runsOfSamePerson(customerId, [caseId], h.clock.now())}`.execute(h.owner.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('case_runs_held_by_staff')
  expect(plan).not.toContain('Seq Scan on cases')
  expect(plan).not.toContain('Seq Scan on case_runs')
})

test('who was called by hand and did not answer is not called by the script until a result is given, for an hour at most', async () => {
  const story = await openStory([waitStep, callStep, endStep])
  await h.turn()
  const due = new Date(h.clock.now().getTime() + minutes(30))
  await h.db.updateTable('case_runs').set({ due_at: due }).where('batch_id', '=', story.batchId).execute()
  const missed = await callUntilNobody(story)
  later(minutes(30))
  await h.turn()
  expect(await runOf(missed)).toMatchObject({ held: 'staffResult', step: 'call' })
  expect(await calls(missed)).toBe(1)
  later(minutes(31))
  await h.turn()
  expect(await calls(missed)).toBe(2)
})

async function callUntilNobody({ agent, caseIds }: Awaited<ReturnType<typeof openStory>>) {
  for (const caseId of caseIds) {
    await startCall(h.services, agent, caseId)
    await h.sendDue()
    later(40_000)
    await news()
    const { call } = await findCall(h.services, agent, caseId)
    if (call?.state === 'talking') await endManualCall(h.services, agent, caseId, call.callID)
    else return caseId
  }
  throw new Error('everybody picks up')
}
