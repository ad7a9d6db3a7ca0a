import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, endStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { endHolds } from '../../case-runs/end-holds.ts'
import { claimMessages } from '../outbox-claim.ts'
import { writeMarks } from '../communication-changes.ts'
import { changeSmsAmount, pauseSms } from './change-sms-sending.ts'
import { findSmsDashboard } from './sms-dashboard.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness({ start: '2027-03-02T10:02:00Z' })
})
afterAll(() => h.close())

const steps = [{ kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } } as const, endStep]
async function build(cases: number, smsPerHour = 3_600) {
  const script = await h.buildScript({ steps, smsPerHour })
  const batch = await h.buildBatch(
    script,
    Array.from({ length: cases }, (_, index) => ({ mobile: `+3161234${String(1000 + index)}` })),
  )
  const { customerId: customerID, scriptId: scriptID } = script
  const caller = { username: 'anna', userId: 1, customerIds: [customerID], rights: [307, 308] } as unknown as Caller
  const dashboard = async () => {
    const found = await findSmsDashboard(h.services, customerID)
    const [own] = found.scripts
    if (!own) throw new Error('no script')
    return { ...own, providers: found.providers }
  }
  const release = () => endHolds(h.db, { customerId: customerID, scriptIds: [scriptID] }, h.clock.now())
  return { customerID, scriptID, caller, batch, dashboard, release }
}
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

test('the amount of an hour holds the rest, shown with when the last leaves; another amount plans anew at once', async () => {
  const { customerID, scriptID, caller, dashboard } = await build(7, 3)
  await h.runUntilIdle()
  expect(await dashboard()).toMatchObject({ pause: 'open', perHour: 3, sentHour: 3, waiting: 4, tailAt: '2027-03-02T12:05:00.000Z' })
  const before = await dashboard()
  expect(before.buckets).toHaveLength(12)
  expect(before.buckets[0]).toEqual({ at: '2027-03-02T10:00:00.000Z', planned: 0, sent: 3 })
  expect(before.providers).toMatchObject([{ providerID: null, isSimulated: true, waiting: 4, sentHour: 3, failedHour: 0 }])
  await changeSmsAmount(h.services, caller, { customerID, scriptID, perHour: 100 })
  const after = await dashboard()
  expect(sum(after.buckets.map(({ planned }) => planned))).toBe(4)
  await h.runUntilIdle()
  expect(await dashboard()).toMatchObject({ sentHour: 7, waiting: 0, tailAt: null })
})

test('a pause holds what waits, says so in the case, ends by itself or by hand, and loses nothing', async () => {
  const { customerID, scriptID, caller, batch, dashboard, release } = await build(2)
  const pause = (state: 'open' | 'until' | 'forever', until: string | null = null) =>
    pauseSms(h.services, caller, { customerID, scriptID, state, until })
  await expect(pause('until', '2027-03-09T10:03:00Z')).rejects.toMatchObject({ code: 'sms.pauseEnd' })
  await expect(pause('until', '2027-03-02T10:01:00Z')).rejects.toMatchObject({ code: 'sms.pauseEnd' })
  await expect(pause('until')).rejects.toMatchObject({ code: 'sms.pauseEnd' })
  await pause('until', new Date(h.clock.now().getTime() + 3_600_000).toISOString())
  await h.runUntilIdle()
  expect(await dashboard()).toMatchObject({ pause: 'until', sentHour: 0 })
  expect(await h.events(batch.caseIds[0] ?? 0)).toContain('held')
  await pause('forever')
  await release()
  h.clock.advance(2 * 3_600_000)
  await h.runUntilIdle()
  expect(await dashboard()).toMatchObject({ pause: 'forever', until: null, sentHour: 0 })
  await pause('open')
  await release()
  await h.runUntilIdle()
  expect(await dashboard()).toMatchObject({ pause: 'open', sentHour: 2, waiting: 0 })
})

test('what was claimed when somebody paused does not begin', async () => {
  const { customerID, caller } = await build(1, 0)
  await h.runUntilIdle()
  await h.db.updateTable('scripts').set({ sms_per_hour: 10 }).where('customer_id', '=', customerID).execute()
  const [claimed] = await claimMessages(h.services, 'sms', h.engineId, 10)
  expect(claimed).toBeDefined()
  if (!claimed) return
  await pauseSms(h.services, caller, { customerID, scriptID: null, state: 'forever', until: null })
  const taken = await writeMarks(h.services.pool, h.engineId, [{ customerId: customerID, id: claimed.id, state: 'started' }], h.clock.now())
  expect([...taken]).toEqual([])
})

test('nobody reaches the scripts of another customer', async () => {
  const [own, other] = [await build(0), await build(0)]
  const wanted = { customerID: own.customerID, scriptID: other.scriptID }
  await expect(pauseSms(h.services, own.caller, { ...wanted, state: 'open', until: null })).rejects.toMatchObject({
    code: 'script.notFound',
  })
  await expect(changeSmsAmount(h.services, own.caller, { ...wanted, perHour: 5 })).rejects.toMatchObject({ code: 'script.notFound' })
  const both = { ...own.caller, customerIds: [own.customerID, other.customerID] } as Caller
  await expect(changeSmsAmount(h.services, both, { ...wanted, perHour: 5 })).rejects.toMatchObject({ code: 'script.notFound' })
})
