import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { memoryMbOf } from '../bench/measure/process-meter.ts'
import { percentile } from '../bench/measure/statistics.ts'
import { usernameOf } from '../bench/world/seed-people.ts'
import { openWorld, signIn, type World } from '../bench/world/world.ts'
import { expectThat, type Finding } from './fault-lab.ts'
import { type HeavyRequest, heavyRequests } from './heavy-requests.ts'

type Size = { cases: number; measureMs: number; isStrict: boolean }
type Figures = { p95: number; unavailable: number; failed: number; answers: number }

// Somebody else's customer than the one whose data is heavy.
const quietCustomerId = 2
const settledMs = 60_000
const jobsDoneWithinMs = 180_000
// What the memory of a process may stay above what it was: caches that have filled. In the short form, what it may have at most.
const memoryKeptMb = 60
const memoryMostMb = 300

/**
 * S32: one user of one customer asks the heaviest thing that each right allows, without pause and without reading what is downloaded; a colleague at
 * another customer goes on looking at lists.
 */
export async function noisyNeighbour({ cases, measureMs, isStrict }: Size): Promise<Finding[]> {
  const options = { isShort: !isStrict, asJson: false, keepsData: false, only: null, cases, roundMs: measureMs, rounds: 1 }
  const world = await openWorld(options, () => undefined)
  try {
    const { server } = await world.ours()
    const engine = await world.startEngine()
    const cookie = await signIn(server.url, usernameOf(2))
    const findings: Finding[] = []
    await colleague(world, measureMs)
    const memoryBefore = { api: memoryMbOf([server.pid]).now, engine: memoryMbOf([engine.pid]).now }
    let alone = await colleague(world, measureMs)
    for (const work of heavyRequests) {
      const meanwhile = await disturbed(world, work, { measureMs, cookie })
      const after = await colleague(world, measureMs)
      // Other work of the machine is in both; the worse of before and after is what a colleague has alone.
      findings.push(verdictOf(work, Math.max(alone.p95, after.p95), meanwhile, isStrict))
      alone = after
    }
    await untilJobsDone(world)
    const most = (beforeMb: number) => (isStrict ? beforeMb + memoryKeptMb : memoryMostMb)
    const { api: apiMb, engine: engineMb } = memoryBefore
    findings.push(await memoryComesBack('api', server.pid, apiMb, most(apiMb)))
    findings.push(await memoryComesBack('engine', engine.pid, engineMb, most(engineMb)))
    return findings
  } finally {
    await world.close()
  }
}

type Disturbed = Figures & { statuses: ReadonlyMap<number, number> }

async function disturbed(
  world: World,
  work: HeavyRequest,
  { measureMs, cookie }: { measureMs: number; cookie: string },
): Promise<Disturbed> {
  const { server } = await world.ours()
  const hostile = new Worker(new URL('./heavy-worker.ts', import.meta.url), { workerData: { name: work.name, url: server.url, cookie } })
  await once(hostile, 'message')
  const meanwhile = await colleague(world, measureMs)
  const counted = once(hostile, 'message') as Promise<[[number, number][]]>
  hostile.postMessage('stop')
  const [counts] = await counted
  await hostile.terminate()
  await untilQuiet(world)
  return { ...meanwhile, statuses: new Map(counts) }
}

function verdictOf(work: HeavyRequest, aloneMs: number, meanwhile: Disturbed, isStrict: boolean): Finding {
  const { p95, unavailable, failed, answers, statuses } = meanwhile
  const ratio = p95 / aloneMs
  const seen = [...statuses].map(([status, count]) => `${count} x ${status || 'cut'}`).join(', ')
  const isWorking = [...statuses.keys()].every((status) => [0, 200, 422, 429].includes(status))
  // One that was refused each time has disturbed nobody.
  const hasWorked = statuses.has(200) || statuses.has(0)
  // In the short form other work shares the machine: a ratio is shown, what must never happen is held.
  const ok = isWorking && hasWorked && unavailable === 0 && failed === 0 && answers > 0 && (!isStrict || ratio <= 2)
  const times = `a colleague's p95 ${aloneMs.toFixed(1)} -> ${p95.toFixed(1)} ms (${ratio.toFixed(1)}x), ${unavailable} times 503, ${failed} failed`
  return expectThat(ok, `S32 ${work.name}: ${times}; the other one got ${seen}`)
}

/** What was asked and given up has been let go in PostgreSQL too. */
async function untilQuiet({ sql }: World) {
  for (let waited = 0; waited < 100; waited++) {
    const { rows } = await sql.query<{ busy: number }>(
      `select count(*)::int as busy
        from pg_stat_activity
        where state = 'active' and application_name like 'regie%' and query_start < now() - interval '100 ms'`,
    )
    if (rows[0]?.busy === 0) return
    await sleep(100)
  }
}

/** Bulk actions and uploads that were answered are worked through after it; what a process needs for that is not what it keeps. */
async function untilJobsDone({ sql }: World) {
  const until = performance.now() + jobsDoneWithinMs
  while (performance.now() < until) {
    const { rows } = await sql.query<{ left: number }>(
      `select count(*)::int as left
        from pgboss.job
        where state in ('created', 'retry', 'active') and start_after <= now()`,
    )
    if (rows[0]?.left === 0) return
    await sleep(500)
  }
  throw new Error('the jobs of the heavy requests were not done in time')
}

/** Two colleagues who look at lists of their own customer every 20 ms. */
async function colleague(world: World, ms: number): Promise<Figures> {
  const { server } = await world.ours()
  const cookies = await quietCookies(server.url)
  const latencies: number[] = []
  let unavailable = 0
  let failed = 0
  const until = performance.now() + ms
  await Promise.all(
    cookies.map(async (cookie, n) => {
      for (let turn = n; performance.now() < until; turn++) {
        const path = turn % 2 === 0 ? `/api/batches?customerID=${quietCustomerId}` : `/api/cases?customerID=${quietCustomerId}`
        const asked = performance.now()
        const status = await statusOf(fetch(`${server.url}${path}`, { headers: { cookie }, signal: AbortSignal.timeout(20_000) }))
        latencies.push(performance.now() - asked)
        if (status === 503) unavailable++
        else if (status !== 200) failed++
        await sleep(20)
      }
    }),
  )
  return { p95: percentile(latencies, 0.95), unavailable, failed, answers: latencies.length }
}

let signedIn: Promise<string[]> | undefined
const quietCookies = (url: string) => (signedIn ??= Promise.all([signIn(url, usernameOf(3)), signIn(url, usernameOf(4))]))

const statusOf = async (asked: Promise<Response>) => {
  const answer = await asked.catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? 0
}

async function memoryComesBack(part: string, pid: number, beforeMb: number, mostMb: number): Promise<Finding> {
  const began = performance.now()
  let now = memoryMbOf([pid]).now
  while (now > mostMb && performance.now() - began < settledMs) {
    await sleep(1_000)
    now = memoryMbOf([pid]).now
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const text = `S32 memory of the ${part} ${beforeMb.toFixed(0)} -> ${now.toFixed(0)} MB after ${seconds} s (${mostMb.toFixed(0)} at most)`
  return expectThat(now <= mostMb, text)
}
