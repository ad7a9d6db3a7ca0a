import type { ScriptStep } from '@regie/contract/scripts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endStep, type EngineHarness, openEngineHarness } from '../../../test/engine-harness.ts'
import { closeCase } from '../../modules/cases/status/close-case.ts'
import { closeExpiredCases } from '../../modules/cases/many/close-expired-cases.ts'
import { reopenCases } from '../../modules/cases/status/case-transitions.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { reopenManyQuestion } from './reopen-many-question.ts'
import { reopenQuestion } from './reopen-question.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

const call: ScriptStep = {
  kind: 'call',
  key: 'bel',
  next: 'end',
  settings: { template: 'call', attemptsMax: 3, retryMinutes: 60 },
}
// Ends on 00, which nobody answers in the simulation.
const notReached = '+31612345600'
const after = (minutes: number) => new Date(h.clock.now().getTime() + minutes * 60_000)

/** A case that was called once, is not reached, and is closed by staff while it waits for the next call. */
async function closedBetweenCalls(hours?: Parameters<EngineHarness['buildScript']>[0]) {
  h.clock.set('2026-06-08T08:00:00Z')
  const { customerId, batchId, caseIds } = await h.buildBatch(await h.buildScript({ ...hours, steps: [call, endStep] }), [
    { mobile: notReached },
  ])
  const ref = { customerId, batchId, caseId: caseIds[0] ?? 0 }
  await h.runUntil(after(5))
  expect(await h.caseOf(ref.caseId)).toMatchObject({ status: 'open', attempts: 1 })
  await h.db.transaction().execute((tx) => closeCase(tx, ref, 'NWIL', { at: h.clock.now() }))
  return ref
}

const scriptOf = ({ batchId }: { batchId: number }) =>
  h.db
    .selectFrom('batches as b')
    .innerJoin('scripts as s', 's.id', 'b.script_id')
    .select(['s.id as scriptId', 's.live_version_id as versionId'])
    .where('b.id', '=', batchId)
    .executeTakeFirstOrThrow()
    .then(({ scriptId, versionId }) => ({ scriptId, versionId: versionId ?? 0, firstStep: 'bel' }))

type Ref = Awaited<ReturnType<typeof closedBetweenCalls>>
const ask = ({ customerId, caseId }: Ref) => {
  const caller = { userId: 1, username: 'kim', rights: [Right.closeCases], customerIds: [customerId] } as unknown as Caller
  return reopenQuestion(h.services, caller, caseId)
}
const reopen = ({ customerId, caseId }: Ref) =>
  h.db
    .transaction()
    .execute((tx) =>
      reopenCases(tx, { customerId, caseIds: [caseId], at: h.clock.now(), byUser: 'kim' }, { includePaused: true, event: 'reopened' }),
    )

test('a case that goes on after reopening is not called one that closes again, and the question changes nothing', async () => {
  const ref = await closedBetweenCalls()
  expect(await ask(ref)).toEqual({ expiresOn: null, isExpired: false, scriptEnd: null })
  expect(await h.caseOf(ref.caseId)).toMatchObject({ status: 'closed', result: 'NWIL', attempts: 1 })
  await reopen(ref)
  await h.runUntil(after(5))
  expect(await h.caseOf(ref.caseId)).toMatchObject({ status: 'open' })
})

test('a case whose script would end at once says so, with the result that the engine then gives', async () => {
  const ref = await closedBetweenCalls()
  await h.db.updateTable('batches').set({ redial_on: false }).where('id', '=', ref.batchId).execute()
  expect((await ask(ref)).scriptEnd).toEqual({ result: 'RET', at: h.clock.now().toISOString() })
  await reopen(ref)
  await h.runUntil(after(5))
  expect(await h.caseOf(ref.caseId)).toMatchObject({ status: 'closed', result: 'RET' })
})

test('a script that ends does so when its hours open again', async () => {
  const windows = [{ starts: '08:00', ends: '20:00', weekdays: [1, 2, 3, 4, 5], channels: ['call'] }]
  const ref = await closedBetweenCalls({ windows })
  await h.db.updateTable('batches').set({ redial_on: false }).where('id', '=', ref.batchId).execute()
  h.clock.set('2026-06-08T19:00:00Z')
  expect((await ask(ref)).scriptEnd).toEqual({ result: 'RET', at: '2026-06-09T06:00:00.000Z' })
})

test('a case whose last day has passed is closed again, and the question says so', async () => {
  const ref = await closedBetweenCalls()
  await h.db.updateTable('cases').set({ expires_on: '2026-06-07' }).where('id', '=', ref.caseId).execute()
  expect(await ask(ref)).toMatchObject({ expiresOn: '2026-06-07', isExpired: true })
  await reopen(ref)
  await closeExpiredCases(h.db, h.clock.now())
  expect(await h.caseOf(ref.caseId)).toMatchObject({ status: 'closed', result: 'RET' })
})

test('a case that stands at the end of its script stays open', async () => {
  h.clock.set('2026-06-08T08:00:00Z')
  const { customerId, batchId, caseIds } = await h.buildBatch(await h.buildScript({}), 1)
  const ref = { customerId, batchId, caseId: caseIds[0] ?? 0 }
  await h.runUntil(after(5))
  expect(await h.caseOf(ref.caseId)).toMatchObject({ status: 'closed' })
  expect((await ask(ref)).scriptEnd).toBeNull()
})

const askMany = (
  { customerId }: Ref,
  filter: Parameters<typeof reopenManyQuestion>[2]['filter'],
  rights: number[] = [Right.closeCases, Right.closeBatches],
) => {
  const caller = { userId: 1, username: 'kim', rights, customerIds: [customerId] } as unknown as Caller
  return reopenManyQuestion(h.services, caller, { customerID: customerId, filter })
}

test('of many cases it is said how many have their last day behind them and how many the script ends', async () => {
  const ref = await closedBetweenCalls()
  const { caseIds } = await h.buildBatch({ customerId: ref.customerId, ...(await scriptOf(ref)) }, [{ mobile: notReached }, {}, {}])
  const [expired, open, other] = caseIds
  const close = (caseId = 0) => h.db.transaction().execute((tx) => closeCase(tx, { ...ref, caseId }, 'NWIL', { at: h.clock.now() }))
  await close(expired)
  await close(other)
  await h.db
    .updateTable('cases')
    .set({ expires_on: '2026-06-07' })
    .where('id', '=', expired ?? 0)
    .execute()
  await h.db.updateTable('batches').set({ redial_on: false }).where('id', '=', ref.batchId).execute()
  const all = [ref.caseId, ...caseIds]
  expect(await askMany(ref, { caseIDs: all })).toEqual({ expired: 1, checked: 2, scriptEnds: 1 })
  expect(await askMany(ref, { caseIDs: [open ?? 0] })).toEqual({ expired: 0, checked: 0, scriptEnds: 0 })
  expect(await h.caseOf(ref.caseId)).toMatchObject({ status: 'closed', result: 'NWIL' })
})

test('what the closing of a batch closed is looked at as if the batch were open', async () => {
  const ref = await closedBetweenCalls()
  await h.db.updateTable('batches').set({ redial_on: false, status: 'closed' }).where('id', '=', ref.batchId).execute()
  expect(await askMany(ref, { closedByBatch: ref.batchId })).toEqual({ expired: 0, checked: 0, scriptEnds: 0 })
  await h.db.updateTable('cases').set({ closed_by_batch: true }).where('id', '=', ref.caseId).execute()
  expect(await askMany(ref, { closedByBatch: ref.batchId })).toEqual({ expired: 0, checked: 1, scriptEnds: 1 })
  const batch = await h.db.selectFrom('batches').select('status').where('id', '=', ref.batchId).executeTakeFirst()
  expect(batch).toEqual({ status: 'closed' })
})

test('who may reopen batches alone learns nothing of chosen cases, and who may reopen cases alone nothing of a batch', async () => {
  const ref = await closedBetweenCalls()
  const refused = expect.objectContaining({ code: 'error.rightMissing' })
  for (const filter of [{ caseIDs: [ref.caseId] }, { q: 'Jansen' }, { status: 'closed' as const }])
    await expect(askMany(ref, filter, [Right.closeBatches])).rejects.toEqual(refused)
  await expect(askMany(ref, { closedByBatch: ref.batchId }, [Right.closeCases])).rejects.toEqual(refused)
})

test('the question keeps nobody from working on another case of the batch', async () => {
  h.clock.set('2026-06-08T08:00:00Z')
  const { customerId, batchId, caseIds } = await h.buildBatch(
    await h.buildScript({ steps: [call, endStep] }),
    Array.from({ length: 61 }, () => ({ mobile: notReached })),
  )
  const [worked = 0, ...others] = caseIds
  for (const caseId of others)
    await h.db.transaction().execute((tx) => closeCase(tx, { customerId, caseId }, 'NWIL', { at: h.clock.now() }))
  const askedAt = performance.now()
  let isAnswered = false
  const asked = askMany({ customerId, batchId, caseId: worked }, { caseIDs: others }).finally(() => (isAnswered = true))
  let longestMs = 0
  let turn = 0
  while (!isAnswered) {
    const began = performance.now()
    // As a call does: the counters of the batch change with it.
    const live_state = turn++ % 2 === 0 ? 'script' : null
    await h.db.updateTable('cases').set({ live_state }).where('id', '=', worked).execute()
    longestMs = Math.max(longestMs, performance.now() - began)
  }
  expect((await asked).checked).toBeGreaterThan(1)
  expect(longestMs / (performance.now() - askedAt)).toBeLessThan(0.75)
})
