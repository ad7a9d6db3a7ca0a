import type { ScriptStep } from '@regie/contract/scripts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EngineHarness, endStep, mailStep, openEngineHarness } from '../../test/engine-harness.ts'
import { bookCasePayment, withdrawCasePayment } from '../modules/arrangements/book-payment.ts'
import type { Caller } from '../platform/http/caller.ts'

// A payment that closed a case is taken back while its script is anywhere: it goes on where it stood, and says nothing twice.
let h: EngineHarness
beforeEach(async () => void (h = await openEngineHarness({ start: '2026-02-03T09:00:00Z' })))
afterEach(() => h.close())

const wait: ScriptStep = { kind: 'wait', key: 'wait', next: 'sms', settings: { minutes: 60 } }
const sms: ScriptStep = { kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } }
const steps = [{ ...mailStep, next: 'wait' } as ScriptStep, wait, sms, endStep]
const later = (minutes: number) => new Date(h.clock.now().getTime() + minutes * 60_000)

async function openStory() {
  const { customerId, caseIds } = await h.buildBatch(await h.buildScript({ steps }), 1)
  const caseId = caseIds[0] ?? 0
  const { id: userId } = await h.db
    .insertInto('users')
    .values({ username: 'tess', password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rights = [Right.viewCases, Right.changeCases, Right.closeCases, Right.bookPayments]
  const caller: Caller = { userId, username: 'tess', rights, stage: 'full', sessionId: null, customerIds: [customerId] }
  const book = async () => {
    const { version } = await h.caseOf(caseId)
    const body = { amountCents: 1_250, paidOn: '2026-02-03', method: 'cash' as const, note: '', close: true }
    return bookCasePayment(h.services, caller, { caseId, version }, body)
  }
  const takeBack = async () => {
    const { id: paymentId } = await h.db
      .selectFrom('payments')
      .select('id')
      .where('case_id', '=', caseId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return withdrawCasePayment(h.services, caller, { caseId, paymentId, reason: 'Verkeerd dossier' })
  }
  const left = async () =>
    (
      await h.db
        .selectFrom('communications as m')
        .leftJoin('outbox as o', 'o.communication_id', 'm.id')
        .select(['m.channel', 'm.state', 'o.state as waits'])
        .where('m.case_id', '=', caseId)
        .orderBy('m.id')
        .execute()
    ).map(({ channel, state, waits }) => `${channel} ${waits ?? state}`)
  const run = () => h.db.selectFrom('case_runs').select(['state', 'step', 'due_at']).where('case_id', '=', caseId).executeTakeFirstOrThrow()
  return { caseId, book, takeBack, left, run }
}

test('a wait between two messages lasts as long as it would have, and neither message leaves twice', async () => {
  const { caseId, book, takeBack, left } = await openStory()
  await h.runUntil(later(30))
  await book()
  await h.runUntil(later(10))
  await takeBack()
  await h.runUntil(later(15))
  expect(await left()).toEqual(['email sent'])
  await h.runUntil(later(10))
  expect(await left()).toEqual(['email sent', 'sms sent'])
  expect((await h.events(caseId)).slice(4, 8)).toEqual(['paymentBooked', 'closed', 'paymentWithdrawn', 'reopened'])
  expect(await h.counterFaults()).toEqual([])
})

test('a wait that ended meanwhile is over, and what comes next leaves once', async () => {
  const { book, takeBack, left } = await openStory()
  await h.runUntil(later(30))
  await book()
  await h.runUntil(later(120))
  expect(await left()).toEqual(['email sent'])
  await takeBack()
  await h.runUntil(later(180))
  expect(await left()).toEqual(['email sent', 'sms sent'])
  expect(await h.counterFaults()).toEqual([])
})

test('taken back and booked again while the engine works on it: it is sent nothing after it is paid', async () => {
  const { caseId, book, takeBack, left } = await openStory()
  await h.turn()
  await book()
  expect(await left()).toEqual(['email cancelled'])
  await Promise.all([takeBack(), takeBack().catch(() => 0), h.turn(), h.sendDue()])
  await Promise.all([book(), h.turn(), h.sendDue()])
  const sent = (await left()).filter((one) => !one.includes('cancelled'))
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', result: 'BET', paid_cents: 1_250 })
  await h.runUntil(later(300))
  expect((await left()).filter((one) => !one.includes('cancelled'))).toEqual(sent)
  expect(await h.counterFaults()).toEqual([])
})
