import type pg from 'pg'
import { mainCustomerId } from './seed-cases.ts'

/**
 * Puts the customer's open cases where they would be on a working day: a third due, some held for several reasons, some called, the rest asleep.
 * Engines that are started afterwards have much to do. Done once for a database.
 */
export async function spreadRuns(sql: pg.Pool) {
  const { rows } = await sql.query<{ done: boolean }>(
    `select exists (select from case_runs where customer_id = $1 and held is not null) as done`,
    [mainCustomerId],
  )
  if (rows[0]?.done) return
  await sql.query(
    `update case_runs set
       state = case when mod(case_id, 200) = 5 then 'waiting' else state end,
       waiting_for = case when mod(case_id, 200) = 5 then 'call' end,
       due_at = case
         when mod(case_id, 10) < 3 then now() - interval '1 minute'
         when mod(case_id, 10) = 3 then now() + interval '2 hours'
         else due_at
         end,
       held = case
         when mod(case_id,
           10) = 3 then (array['outsideWindow', 'lawHours', 'personCallCap', 'noMobile'])[1 + mod(case_id / 10, 4)]
         end,
       unreachable = case when mod(case_id, 50) in (3, 21) then 'noMobile' end
     where customer_id = $1 and state = 'sleeping' and (mod(case_id, 10) <= 3 or mod(case_id, 200) = 5)`,
    [mainCustomerId],
  )
  await sql.query('vacuum analyze case_runs')
}
