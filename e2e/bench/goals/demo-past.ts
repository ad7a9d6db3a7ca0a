import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { seedDemo } from '../../../scripts/seed-demo.ts'
import { prepareDatabase } from '../../../server/src/main/prepare-database.ts'
import { openDatabase } from '../../../server/src/platform/db/database.ts'
import type { Goal } from '../goal.ts'
import { password } from '../world/seed-people.ts'

const batchesOfPast = 30
const secondsMax = 20
const givenUpAfterMs = 180_000

/** What a newcomer waits for: not signing in, but full lists. */
export const demoPast: Goal = {
  id: 'DEMO',
  work: 'the past of the demo',
  async measure(world) {
    const url = await world.database.emptyDatabase('demopast')
    await prepareDatabase(url)
    const owner = openDatabase(url, { log: { warn: () => undefined }, connectionsMax: 2, applicationName: 'bench' })
    await seedDemo(owner.db, password, true)
    await owner.close()
    const sql = new pg.Pool({ connectionString: url, max: 1 })
    sql.on('error', () => undefined)
    const engine = await world.startEngine({ DATABASE_URL: url })
    try {
      const began = performance.now()
      const seconds = await secondsUntilDone(sql, began)
      const { rows } = await sql.query<{ lines: number; wrong: number }>(`
        select (select count(*)::int from timeline) as lines, (
            select count(*)::int
            from (select * from batch_counters except select * from batch_counters_recounted) w) as wrong`)
      const [counted] = rows
      return [
        {
          ...{ id: 'DEMO', work: `a year of two customers: 6,000 cases, ${counted?.lines ?? 0} lines`, unit: 'seconds' },
          ...{ limit: null, ours: seconds, goal: { atMost: secondsMax }, note: 'the engine starts meanwhile' },
        },
        {
          id: 'DEMO',
          work: 'its batches whose counters do not tie',
          unit: 'batches',
          limit: null,
          ours: counted?.wrong ?? -1,
          goal: { atMost: 0 },
        },
      ]
    } finally {
      await engine.stop()
      await sql.end()
    }
  },
}

/** Until each batch of the past stands: each is one transaction. */
async function secondsUntilDone(sql: pg.Pool, began: number): Promise<number> {
  for (;;) {
    const { rows } = await sql.query<{ made: number }>(`
      select count(*)::int as made
      from batches
      where name not like '%erinneringen%'`)
    const passedMs = performance.now() - began
    if ((rows[0]?.made ?? 0) >= batchesOfPast) return passedMs / 1000
    if (passedMs > givenUpAfterMs) return Number.NaN
    await sleep(100)
  }
}
