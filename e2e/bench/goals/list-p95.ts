import { setTimeout as sleep } from 'node:timers/promises'
import { runLoad } from '../measure/load.ts'
import { percentile } from '../measure/statistics.ts'
import { mainCustomerId } from '../world/seed-cases.ts'
import type { World } from '../world/world.ts'

/** What two colleagues see who look at a list every 20 ms, until the work is over. */
export async function listP95({ ours }: World, until: Promise<unknown>): Promise<number> {
  const { client } = await ours()
  const stop = new AbortController()
  const load = runLoad({
    clients: 2,
    ms: 600_000,
    stop: stop.signal,
    work: () => client.get(`/api/cases?customerID=${mainCustomerId}`).then(() => sleep(20)),
  })
  await until.finally(() => stop.abort())
  return percentile((await load).latencies, 0.95) - 20
}
