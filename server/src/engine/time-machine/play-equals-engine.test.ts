import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, openEngineHarness } from '../../../test/engine-harness.ts'
import { playAndRun } from '../../../test/play-and-engine.ts'
import { anyWorld } from '../../../test/random-scripts.ts'

// Each change runs some; R26 of the faults asks for 1,000 (e2e/faults/run-faults.ts).
const plays = Number(process.env['PLAYS'] ?? 60)
const seed = Number(process.env['PLAYS_SEED'] ?? 26)

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness({ env: { SIMULATION_SECONDS: '60' } })
})
afterAll(() => h.close())

test(`R26: what the time machine plays is what an engine does, for ${plays} random scripts`, {
  timeout: 60_000 + plays * 3_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      const { played, run } = await playAndRun(h, world)
      expect(played).toEqual(run)
    }),
    { seed, numRuns: plays, endOnFailure: true },
  )
})
