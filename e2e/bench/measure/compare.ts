import { type Work, runLoad } from './load.ts'
import { cpuMsOf } from './process-meter.ts'
import { median, percentile } from './statistics.ts'

export type Contestant = { name: string; work: Work; pids: readonly number[] }
export type Figures = { cpuMs: number; p50: number; p95: number; perSecond: number }
type Plan = { clients?: number; roundMs: number; rounds: number }

/**
 * Lets the contestants work in turns, so that a machine that is busy with something else disturbs all of them, and takes medians over the rounds.
 * CPU is that of a contestant's own processes and PostgreSQL together, per request.
 */
export async function compare(contestants: readonly Contestant[], { clients = 4, roundMs, rounds }: Plan): Promise<Map<string, Figures>> {
  const seen = new Map(contestants.map(({ name }) => [name, [] as Figures[]]))
  for (const { work } of contestants) await runLoad({ clients, ms: Math.min(roundMs, 500), work })
  for (let round = 0; round < rounds; round++) {
    // Every other round backwards: nobody always comes after the same one.
    const order = round % 2 === 0 ? contestants : [...contestants].reverse()
    for (const contestant of order) seen.get(contestant.name)?.push(await measureRound(contestant, clients, roundMs))
  }
  return new Map([...seen].map(([name, all]) => [name, mediansOf(all)]))
}

async function measureRound({ work, pids }: Contestant, clients: number, ms: number): Promise<Figures> {
  const before = cpuMsOf(pids)
  const load = await runLoad({ clients, ms, work })
  const cpuMs = (cpuMsOf(pids) - before) / load.requests
  return { cpuMs, p50: percentile(load.latencies, 0.5), p95: percentile(load.latencies, 0.95), perSecond: (load.requests / load.ms) * 1000 }
}

function mediansOf(rounds: readonly Figures[]): Figures {
  const of = (key: keyof Figures) => median(rounds.map((round) => round[key]))
  return { cpuMs: of('cpuMs'), p50: of('p50'), p95: of('p95'), perSecond: of('perSecond') }
}
