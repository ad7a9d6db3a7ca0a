import type { ScriptRow, scriptSettingsApi } from '@regie/contract/script-settings.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { channels } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { type OpeningRules, openingOf } from '../contact-permission/time-window.ts'
import { type OpeningJson, openingJson, readOpening } from '../hours/opening-json.ts'

type List = typeof scriptSettingsApi.list
type Row = Omit<ScriptRow, 'openNow' | 'nextAt' | 'changedAt'> & {
  sortName: string
  changedAt: Date
  opening: OpeningJson
}

const Cursor = z.tuple([z.string(), z.number()])

/** A page of scripts by name, of one customer or of all that the caller serves, each with what it does now. Its batches are counted, its cases read from the kept counters. */
export async function listScriptRows({ db, clock }: Services, caller: Caller, query: RequestOf<List>['query']): Promise<ResponseOf<List>> {
  const { customerID, q, active, limit, cursor } = query
  if (customerID !== undefined) mustAccessCustomer(caller, customerID, 'customer.notFound')
  const customers = customerID === undefined ? [...caller.customerIds] : [customerID]
  const text = q?.trim() ? `%${q.trim().replace(/[\\%_]/g, '\\$&')}%` : null
  const [name, id] = cursor === undefined ? [null, null] : decodeCursor(Cursor, cursor)
  const wanted = sql`
    s.customer_id = any(${customers}::bigint[])
      and s.live_version_id is not null
      and (${text}::text is null or s.name ilike ${text})
    and (${active ?? null}::boolean is null or s.active = ${active ?? null})`
  const { rows: found } = await sql<Row>`
    select s.id as "scriptID", s.customer_id as "customerID", s.name, lower(s.name) as "sortName", s.active,
      s.max_lines as "maxLines", s.max_transfers as "maxTransfers",
      s.always_open as "alwaysOpen", s.changed_at as "changedAt", ${sql.raw(openingJson('s', 'k'))} as opening,
      jsonb_array_length(v.steps) as steps,
        exists (select from script_drafts d where d.customer_id = s.customer_id and d.script_id = s.id) as "hasDraft",
      work.lines as "activeLines", work.batches as "openBatches", work.cases as "openCases"
    from (select *
      from scripts s
      where ${wanted} and (${name}::text is null or (lower(s.name), s.id) > (${name}::text, ${id}::bigint))
      order by lower(s.name), s.id
      limit ${limit + 1}) s
    join customers k on k.id = s.customer_id
    join script_versions v on v.customer_id = s.customer_id and v.id = s.live_version_id
    cross join lateral (
      select coalesce(sum(c.busy), 0)::int as lines,
        count(*) filter (where b.status <> 'closed' and not b.is_demo)::int as batches,
        coalesce(sum(c.open) filter (where not b.is_demo), 0)::int as cases
      from batches b
      join batch_counters c on c.customer_id = b.customer_id and c.batch_id = b.id
      where b.customer_id = s.customer_id and b.script_id = s.id) work
    order by lower(s.name), s.id`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from scripts s where ${wanted}`.execute(db)
  const { rows, nextCursor } = pageFrom(found, limit, (row) => [row.sortName, row.scriptID])
  return { rows: rows.map((row) => rowOf(row, clock.now())), nextCursor, total: { value: counted[0]?.total ?? 0, exact: true } }
}

function rowOf({ opening, changedAt, sortName: _sorted, ...row }: Row, now: Date): ScriptRow {
  return {
    ...row,
    changedAt: changedAt.toISOString(),
    ...(row.active ? openingNow(readOpening(opening), now) : { openNow: false, nextAt: null }),
  }
}

/** Open for any channel; else when the first of them opens. */
function openingNow(rules: OpeningRules, now: Date): Pick<ScriptRow, 'openNow' | 'nextAt'> {
  const openings = channels.map((channel) => openingOf(rules, channel, now))
  const moments = openings.flatMap((opening) => (opening.open || opening.nextAt === null ? [] : [opening.nextAt.toISOString()])).sort()
  const openNow = openings.some((opening) => opening.open)
  return { openNow, nextAt: openNow ? null : (moments[0] ?? null) }
}
