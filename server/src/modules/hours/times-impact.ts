import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { channels } from '@regie/contract/channels.ts'
import type { timeApi } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { type OpeningRules, openingOf } from '../contact-permission/time-window.ts'
import { type OpeningJson, openingJson, readOpening } from './opening-json.ts'
import { completeTimes, mustBeRight, scriptsOfChanged } from './save-times.ts'
import { findTimes } from './time-queries.ts'

type Given = RequestOf<typeof timeApi.impact>['body']
type Impact = ResponseOf<typeof timeApi.impact>

/** What these hours would do, without saving them: which other scripts change with them, which cases they concern, and when the script works next. */
export async function timesImpact({ db, clock }: Services, caller: Caller, scriptId: number, changes: Given): Promise<Impact> {
  const before = await findTimes(db, scriptId)
  mustAccessCustomer(caller, before.customerID, 'script.notFound')
  const given = completeTimes(before, changes)
  mustBeRight(before, given)
  const others = await scriptsOfChanged(db, before, given)
  const [saved, waitingCases] = await Promise.all([
    findOpening(db, scriptId),
    countOpenCases(db, before.customerID, [scriptId, ...others.map((other) => other.scriptId)]),
  ])
  const rules = { ...readOpening(saved), alwaysOpen: given.alwaysOpen, windows: given.timeWindows, extra: given.extra }
  return { scripts: others.map(({ name }) => name), waitingCases, ...openingNow(rules, clock.now()) }
}

async function findOpening(db: Db, scriptId: number): Promise<OpeningJson> {
  const { rows } = await sql<{ opening: OpeningJson }>`
    select ${sql.raw(openingJson('s', 'k'))} as opening
    from scripts s
    join customers k on k.id = s.customer_id
    where s.id = ${scriptId}`.execute(db)
  if (!rows[0]) throw new AppError('script.notFound')
  return rows[0].opening
}

/** From the kept counters: a script may have a million cases. */
async function countOpenCases(db: Db, customerId: number, scriptIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(c.open), 0)::int as open
    from batches b
    join batch_counters c on c.customer_id = b.customer_id and c.batch_id = b.id
    where b.customer_id = ${customerId}
      and b.script_id = any(${[...scriptIds]}::bigint[])
      and b.status = 'open'
      and not b.is_demo`.execute(db)
  return rows[0]?.open ?? 0
}

function openingNow(rules: OpeningRules, now: Date): Pick<Impact, 'nowOpen' | 'nextAt'> {
  const openings = channels.map((channel) => openingOf(rules, channel, now))
  if (openings.some(({ open }) => open)) return { nowOpen: true, nextAt: null }
  const moments = openings.flatMap((opening) => (opening.open || !opening.nextAt ? [] : [opening.nextAt.toISOString()]))
  return { nowOpen: false, nextAt: moments.sort()[0] ?? null }
}
