import type { Channel } from '@regie/contract/channels.ts'
import type { ScriptTimes } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ComplianceProfile } from '../contact-permission/compliance-profile.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'

type Row = Omit<ScriptTimes, 'minHour' | 'maxHour' | 'lawWeekdays' | 'lawHolidays'> & { profile: keyof typeof complianceProfile }

const clock = (column: string) => sql.raw(`to_char(${column}, 'HH24:MI')`)
const hours = sql`
  'start', ${clock('w.starts')}, 'end', ${clock('w.ends')}, 'weekdays', w.weekdays, 'channels', w.channels`

/** When a script may work, with what its customer's law leaves, and the windows of its customer that it could share. Whose it is, the caller asks. */
export async function findTimes(db: Db, scriptId: number): Promise<ScriptTimes> {
  const { rows } = await sql<Row>`
    select s.id as "scriptID", s.customer_id as "customerID", k.compliance_profile as profile,
      s.always_open as "alwaysOpen", s.times_version as version,
      (select coalesce(json_agg(json_build_object('id', w.id, ${hours}, 'shared',
          (select count(*)::int from script_windows o where o.customer_id = w.customer_id and o.window_id = w.id))
          order by w.starts, w.id),
            '[]')
        from script_windows sw join time_windows w on w.customer_id = sw.customer_id and w.id = sw.window_id
        where sw.customer_id = s.customer_id and sw.script_id = s.id) as windows,
      (select coalesce(json_agg(json_build_object('id', x.id, 'date', x.day, 'closed', x.closed, 'start',
        ${clock('x.starts')}, 'end', ${clock('x.ends')}, 'channels', x.channels)
          order by x.day, x.starts, x.id), '[]')
        from extra_windows x where x.customer_id = s.customer_id and x.script_id = s.id) as extra,
      (select coalesce(json_agg(json_build_object('id', w.id, ${hours}, 'scripts', w.scripts) order by w.starts, w.id),
        '[]')
        from (select w.*, array_agg(o.name order by o.name) as scripts, bool_or(o.id = s.id) as own
          from time_windows w join script_windows sw on sw.customer_id = w.customer_id and sw.window_id = w.id
          join scripts o on o.customer_id = sw.customer_id and o.id = sw.script_id
          where w.customer_id = s.customer_id group by w.customer_id, w.id) w where not w.own) as others
    from scripts s join customers k on k.id = s.customer_id where s.id = ${scriptId}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('script.notFound')
  const { profile, ...times } = row
  return { ...times, ...limitsOf(complianceProfile[profile]) }
}

/** Between which hours and on which days windows of a customer of this profile lie. */
function limitsOf(profile: ComplianceProfile): Pick<ScriptTimes, 'minHour' | 'maxHour' | 'lawWeekdays' | 'lawHolidays'> {
  return {
    minHour: Math.floor(profile.earliest / 60),
    maxHour: Math.floor(profile.latest / 60),
    lawWeekdays: [...profile.weekdays],
    lawHolidays: !profile.holidays,
  }
}

/** A window that this script has, with all the scripts that it serves. */
export async function findSharedWindow(db: Db, { customerID, scriptID }: Pick<ScriptTimes, 'customerID' | 'scriptID'>, windowId: number) {
  const rows = await db
    .selectFrom('script_windows as sw')
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'sw.customer_id').onRef('s.id', '=', 'sw.script_id'))
    .select(['s.id as scriptID', 's.name', 's.customer_id as customerID'])
    .where('sw.customer_id', '=', customerID)
    .where('sw.window_id', '=', windowId)
    .orderBy('s.name')
    .execute()
  if (!rows.some((row) => row.scriptID === scriptID)) throw new AppError('times.windowNotFound')
  return rows
}

/** The windows of some scripts, each with its script: what a change of a shared one must still fit into. */
export async function listWindowsOf(db: Db, customerId: number, scriptIds: readonly number[]) {
  const rows = await db
    .selectFrom('script_windows as sw')
    .innerJoin('time_windows as w', (join) => join.onRef('w.customer_id', '=', 'sw.customer_id').onRef('w.id', '=', 'sw.window_id'))
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'sw.customer_id').onRef('s.id', '=', 'sw.script_id'))
    .select(['s.id as scriptId', 's.name', 'w.id', 'w.weekdays', 'w.channels'])
    .select([sql<string>`to_char(w.starts, 'HH24:MI')`.as('start'), sql<string>`to_char(w.ends, 'HH24:MI')`.as('end')])
    .where('sw.customer_id', '=', customerId)
    .where('sw.script_id', 'in', [...scriptIds])
    .orderBy('w.id')
    .execute()
  return rows.map((row) => ({ ...row, channels: row.channels as Channel[] }))
}
