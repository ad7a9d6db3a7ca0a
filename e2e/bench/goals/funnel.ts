import type { Why } from '@regie/contract/why.ts'
import type { Goal } from '../goal.ts'
import { jsonOf } from '../measure/http-client.ts'
import { runLoad } from '../measure/load.ts'
import { median, percentile } from '../measure/statistics.ts'
import { spreadRuns } from '../world/run-states.ts'
import { mainCustomerId } from '../world/seed-cases.ts'

export const funnel: Goal = {
  id: 'P24',
  work: 'why nothing happens, over all cases',
  async measure(world) {
    await spreadRuns(world.sql)
    const ours = await world.colleagues()
    const { rows: scripts } = await world.sql.query<{ id: number; cases: number }>(
      `select b.script_id::int as id, sum(k.total)::int as cases
       from batches b
       join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
       where b.customer_id = $1 group by 1 order by 2 desc limit 1`,
      [mainCustomerId],
    )
    const [script] = scripts
    if (!script) throw new Error('no script was seeded')
    const ask = (turn: number) => ours(turn, `/api/scripts/${script.id}/why`)
    // What counting the same runs takes when each is looked at.
    const count = () =>
      world.sql.query(
        `select r.batch_id, c.status, r.state, r.held, r.due_at <= now() as due, count(*)
         from case_runs r
         join cases c on c.customer_id = r.customer_id and c.id = r.case_id
         where r.customer_id = $1 group by 1, 2, 3, 4, 5`,
        [mainCustomerId],
      )
    // A connection that meets the indexes for the first time maps their pages: once, and not what a screen that follows along pays.
    for (let n = 0; n < 10; n++) await ask(n)
    const turns = { clients: 1, ms: world.options.roundMs * world.options.rounds }
    const asked = await runLoad({ ...turns, work: ask })
    const bare = await runLoad({ ...turns, work: count })
    const why = jsonOf<Why>(await ask(0))
    const missing = Math.abs(why.lines.reduce((sum, line) => sum + line.count, 0) - script.cases)
    const work = `funnel over ${script.cases.toLocaleString('en')} cases`
    return [
      { id: 'P24', work, unit: 'p95 ms', limit: null, ours: percentile(asked.latencies, 0.95), goal: { atMost: 300 } },
      {
        id: 'P24',
        work: `${work}, beside counting them`,
        unit: 'ms',
        limit: median(bare.latencies),
        ours: median(asked.latencies),
        goal: { none: true },
      },
      { id: 'P24', work: 'cases in no line or in two', unit: 'cases', limit: null, ours: missing, goal: { atMost: 0 } },
    ]
  },
}
