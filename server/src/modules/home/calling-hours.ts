import type { Home } from '@regie/contract/home.ts'
import type { Pool } from 'pg'
import { prepared } from '../../platform/db/prepared.ts'
import { openRanges } from '../contact-permission/time-window.ts'
import { openingJson, type OpeningJson, readOpening } from '../hours/opening-json.ts'
import type { HomeScope } from './home-scope.ts'

const openingsOfScope = prepared<{ opening: OpeningJson }>(
  'home-openings',
  `select ${openingJson('s', 'k')} as opening
  from scripts s
  join customers k on k.id = s.customer_id
  where s.customer_id = $1 and s.active and ($2::bigint is null or s.id = $2)`,
)

/** From the first to the last minute of a day at which the law and the hours of some script let one call; null: not on that day. */
export async function findCallingHours(pool: Pool, { customerId, scriptId }: HomeScope, day: string): Promise<Home['calling']> {
  const rows = await openingsOfScope(pool, [customerId, scriptId])
  const ranges = rows.flatMap(({ opening }) => openRanges(readOpening(opening), 'call', day))
  if (ranges.length === 0) return null
  return { from: Math.min(...ranges.map(({ from }) => from)), until: Math.max(...ranges.map(({ to }) => to)) + 1 }
}
