import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EngineHarness, openEngineHarness } from '../../test/engine-harness.ts'
import { startEngine } from './engine.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

test('an engine sends at once, also while what a dead one left behind is held by somebody', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript(), 2)
  const [left = 0, free = 0] = caseIds
  await h.turn()
  const dead = await h.newEngine()
  await h.killEngine(dead)
  await h.db.updateTable('outbox').set({ state: 'claimed', owner: dead }).where('case_id', '=', left).execute()
  const holder = await h.services.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from outbox where case_id = $1 for update', [left])
    const began = performance.now()
    const engine = await startEngine(h.services, h.post)
    await vi.waitFor(async () => expect(await h.events(free)).toContain('emailSent'), { timeout: 10_000, interval: 20 })
    expect(performance.now() - began).toBeLessThan(2_500)
    await holder.query('rollback')
    await vi.waitFor(async () => expect(await h.events(left)).toContain('emailSent'), { timeout: 15_000 })
    await engine.stop()
  } finally {
    holder.release(true)
  }
})
