import { expectThat, type Finding } from './fault-lab.ts'
import { runServerTest } from './run-server-test.ts'

/** R26: what the time machine plays is what an engine does, for so many random scripts; a seed of its own each time, named when it fails. */
export async function playsEqualEngine({ plays }: { plays: number }): Promise<Finding[]> {
  const seed = String(Math.floor(Math.random() * 1_000_000))
  const test = 'server/src/engine/time-machine/play-equals-engine.test.ts'
  const { isFine, output } = await runServerTest(test, { PLAYS: String(plays), PLAYS_SEED: seed })
  const differs = isFine ? '' : `\n${output.slice(0, 4_000)}`
  return [expectThat(isFine, `${plays} random scripts with seed ${seed}: the same steps, holds and texts at the same moments${differs}`)]
}
