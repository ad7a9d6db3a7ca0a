import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkJob } from '@regie/contract/bulk.ts'
import { jsonOf } from '../measure/http-client.ts'
import type { Goal } from '../goal.ts'
import { makeBulkBatch } from '../world/bulk-batch.ts'
import { mainCustomerId } from '../world/seed-cases.ts'
import type { World } from '../world/world.ts'
import { listP95 } from './list-p95.ts'

export const bulkClose: Goal = {
  id: 'P25',
  work: 'closing many cases at once',
  async measure(world) {
    const count = world.options.isShort ? 10_000 : 100_000
    const batchId = await makeBulkBatch(world.sql, count)
    const engine = await world.startEngine()
    const alone = await listP95(world, sleep(world.options.isShort ? 1_500 : 3_000))
    let closing: Closing = { seconds: 0, silence: 0, done: 0 }
    const meanwhile = await listP95(
      world,
      closeAll(world, batchId).then((measured) => (closing = measured)),
    )
    await engine.stop()
    const { rows: left } = await world.sql.query<{ count: number }>(
      `select count(*)::int as count from cases where customer_id = $1 and batch_id = $2 and status <> 'closed'`,
      [mainCustomerId, batchId],
    )
    const wrong = await world.sql.query(
      `
      select * from batch_counters where batch_id = $1 except select * from batch_counters_recounted`,
      [batchId],
    )
    const work = `bulk close of ${count.toLocaleString('en')} cases`
    return [
      { id: 'P25', work, unit: 'seconds', limit: null, ours: closing.seconds, goal: { none: true } },
      { id: 'P25', work: 'longest silence of its progress', unit: 'seconds', limit: null, ours: closing.silence, goal: { atMost: 1 } },
      { id: 'P25', work: "others' list meanwhile (alone as limit)", unit: 'p95 ms', limit: alone, ours: meanwhile, goal: { ratio: 2 } },
      {
        id: 'P25',
        work: 'cases left open, or counters that differ',
        unit: 'cases',
        limit: null,
        ours: (left[0]?.count ?? count) + (wrong.rowCount ?? 0) + Math.abs(count - closing.done),
        goal: { atMost: 0 },
      },
    ]
  },
}

type Closing = { seconds: number; silence: number; done: number }

/** Gives the job and watches its progress as its screen does, until it is over. */
async function closeAll({ ours }: World, batchID: number): Promise<Closing> {
  const { client } = await ours()
  const began = performance.now()
  const given = jsonOf<BulkJob>(
    await client.send('POST', '/api/cases/bulk', {
      customerID: mainCustomerId,
      filter: { batchID },
      action: { kind: 'close', resultCode: 'BSL' },
    }),
  )
  let [movedAt, done, silence] = [performance.now(), 0, 0]
  for (;;) {
    await sleep(50)
    const job = jsonOf<BulkJob>(await client.get(`/api/bulk/${given.bulkID}`))
    if (['failed', 'cancelled'].includes(job.state)) throw new Error(`the job is ${job.state}`)
    if (job.done > done) {
      silence = Math.max(silence, performance.now() - movedAt)
      movedAt = performance.now()
      done = job.done
    }
    if (job.state === 'done') return { seconds: (performance.now() - began) / 1000, silence: silence / 1000, done }
  }
}
