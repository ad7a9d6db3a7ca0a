import { mainCustomerId } from '../world/seed-cases.ts'
import type { World } from '../world/world.ts'

export type SampleCase = { id: number; phone: string; caseNumber: string }

/** Cases spread over the customer's whole range, to be asked for in turns. */
export async function sampleCases({ sql }: World, count = 2_000): Promise<(turn: number) => SampleCase> {
  const { rows } = await sql.query<SampleCase>(
    `with span as (select min(id) as low, max(id) as high from cases where customer_id = $1)
     select c.id::int, c.mobile as phone, c.case_number as "caseNumber"
     from span
     cross join generate_series(1, $2::int) n
     join cases c on c.customer_id = $1 and c.id = low + mod(n * 7919::bigint * 104729, high - low + 1)`,
    [mainCustomerId, count],
  )
  const first = rows[0]
  if (!first) throw new Error('no cases were seeded')
  return (turn) => rows[turn % rows.length] ?? first
}
