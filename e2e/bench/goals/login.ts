import { runLoad } from '../measure/load.ts'
import { percentile } from '../measure/statistics.ts'
import type { Goal } from '../goal.ts'
import { mainCustomerId } from '../world/seed-cases.ts'
import { password, usernameOf, userCount } from '../world/seed-people.ts'
import { addressOf, type World } from '../world/world.ts'

export const login: Goal = {
  id: 'P7',
  work: 'sign in',
  async measure(world) {
    const [{ client: ours }, { client: limit }] = [await world.ours(), await world.reference()]
    const body = (turn: number) => ({ username: usernameOf(1 + (turn % userCount)), password })
    const figures = await world.race({
      ours: (turn) => ours.send('POST', '/api/login', body(turn), { cookie: '', 'x-forwarded-for': nextAddress() }),
      limit: (turn) => limit.send('POST', '/login', body(turn)),
    })
    const alone = await listP95(world)
    const stop = new AbortController()
    const crowd = runLoad({
      clients: 20,
      ms: 60_000,
      stop: stop.signal,
      work: (turn) => ours.send('POST', '/api/login', body(turn), { cookie: '', 'x-forwarded-for': nextAddress() }),
    })
    const crowded = await listP95(world)
    stop.abort()
    await crowd
    return [
      {
        id: 'P7',
        work: 'sign in, beside the bare hash',
        unit: 'CPU ms',
        limit: figures.limit.cpuMs,
        ours: figures.ours.cpuMs,
        goal: { ratio: 1.15 },
      },
      { id: 'P7', work: 'sign in', unit: 'p95 ms', limit: figures.limit.p95, ours: figures.ours.p95, goal: { none: true } },
      { id: 'P7', work: "others' list while 20 sign in (alone as limit)", unit: 'p95 ms', limit: alone, ours: crowded, goal: { ratio: 2 } },
    ]
  },
}

let asked = 1_000
// Twenty people are twenty addresses: the limit of sign-ins per address is not what is measured here.
const nextAddress = () => addressOf(asked++)

async function listP95(world: World): Promise<number> {
  const { client } = await world.ours()
  const load = await runLoad({
    clients: 2,
    ms: world.options.roundMs * 2,
    work: () => client.get(`/api/cases?customerID=${mainCustomerId}`),
  })
  return percentile(load.latencies, 0.95)
}
