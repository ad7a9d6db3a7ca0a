import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** How many open cases stand at each step of a script, whatever version they follow; ties with the cases behind `atStep` (modules/home). */
export async function countAtSteps(db: Db, customerId: number, scriptId: number): Promise<{ step: string; cases: number }[]> {
  const { rows } = await sql<{ step: string; cases: number }>`
    select r.step, count(*)::int as cases
    from batches b
    join case_runs r on r.customer_id = b.customer_id and r.batch_id = b.id and r.state <> 'finished'
    join cases c on c.customer_id = r.customer_id and c.id = r.case_id and c.status <> 'closed'
    where b.customer_id = ${customerId} and b.script_id = ${scriptId} and not b.is_demo
    group by r.step`.execute(db)
  return rows
}
