import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, openEngineHarness } from '../../test/engine-harness.ts'

let harness: EngineHarness
beforeAll(async () => {
  harness = await openEngineHarness()
})
afterAll(() => harness.close())

const turn = (is_on: boolean) => harness.db.updateTable('maintenance').set({ is_on }).execute()

test('during maintenance no case takes a step and no message leaves; afterwards they go on where they were', async () => {
  const script = await harness.buildScript()
  await harness.buildBatch(script, 3)
  await turn(true)
  expect(await harness.turn()).toBe(0)
  await turn(false)
  expect(await harness.turn()).toBe(3)
  await turn(true)
  await harness.sendDue()
  expect(await harness.states()).toEqual({ queued: 3 })
  await turn(false)
  await harness.runUntilIdle()
  expect((await harness.states()).queued).toBeUndefined()
})
