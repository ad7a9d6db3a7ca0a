import { spawn } from 'node:child_process'
import { expectThat, type Finding } from './fault-lab.ts'

const test = 'server/src/engine/time-machine/play-equals-engine.test.ts'

/** R26: what the time machine plays is what an engine does, for so many random scripts; a seed of its own each time, named when it fails. */
export async function playsEqualEngine({ plays }: { plays: number }): Promise<Finding[]> {
  const seed = String(Math.floor(Math.random() * 1_000_000))
  const env = { ...process.env, PLAYS: String(plays), PLAYS_SEED: seed }
  const run = spawn('vitest', ['run', '--project', 'server', test], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => output.push(String(data)))
  const code = await new Promise<number | null>((resolve, reject) => run.on('error', reject).on('close', resolve))
  const differs = code === 0 ? '' : `\n${output.join('').slice(0, 4_000)}`
  return [
    expectThat(code === 0, `${plays} random scripts with seed ${seed}: the same steps, holds and texts at the same moments${differs}`),
  ]
}
