import { setTimeout as pause } from 'node:timers/promises'
import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import { type HeldCounts, type RetentionClass, retentionClasses, type RetentionPeriods } from '@regie/contract/retention.ts'
import { sql } from 'kysely'
import type { JobRun } from '../../jobs/job-catalogue.ts'
import type { Db } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Services } from '../../services.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { oldRows } from './old-rows.ts'
import { monthsBefore, periodOf } from './periods.ts'

// So few that whoever waits for one of the rows waits less than a moment.
const rowsAtOnce = 100
// A night ends by itself before its job would be set aside (15 minutes); the next one goes on.
const nightMs = 10 * 60_000

type Kept = { customerId: number; months: Partial<RetentionPeriods>; profile: ComplianceProfileName }
type Night = { customerId: number; name: RetentionClass; before: Date; now: Date; day: string }
type Place = { at: string; id: string }
type Old = Place & { held: string | null }

/**
 * Job, every night: takes away what is past its period at customers that have said how long things are kept. Each portion is a transaction that also writes
 * how many went, so that a process may die at any moment; what is left is old tomorrow too. Who had the least of it lately comes first.
 */
export async function takeAwayOld(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { rows: customers } = await sql<Kept>`
    select r.customer_id as "customerId", r.months, k.compliance_profile as profile
    from retention_periods r
    join customers k on k.id = r.customer_id
    order by (
      select max(n.finished_at)
      from retention_runs n
      where n.customer_id = r.customer_id) nulls first, r.customer_id`.execute(db)
  const until = performance.now() + nightMs
  const goesOn = () => {
    signal.throwIfAborted()
    return performance.now() < until
  }
  for (const { customerId, months, profile } of customers) {
    for (const name of retentionClasses) {
      const now = clock.now()
      const before = monthsBefore(now, periodOf(name, months, profile))
      const gone = await takeClass(db, { customerId, name, before, now, day: toLocalTime(now).date }, goesOn)
      if (gone > 0) log.info({ customerId, class: name, gone }, 'old data taken away')
      if (!goesOn()) return
    }
  }
}

/** All that is old of one class, portion by portion; how many went. */
async function takeClass(db: Db, night: Night, goesOn: () => boolean): Promise<number> {
  let gone = 0
  let place: Place | null = null
  const held: HeldCounts = {}
  for (;;) {
    if (!goesOn()) return gone
    const began = performance.now()
    const from: Place | null = place
    const portion: { gone: number; held: Old[]; next: Place | null } = await tryThrice(() => takePortion(db, night, from))
    gone += portion.gone
    for (const row of portion.held) {
      const reason = row.held as keyof HeldCounts
      held[reason] = (held[reason] ?? 0) + 1
    }
    if (portion.next === null) break
    place = portion.next
    // The others have the database for as long as this had it.
    await pause(Math.min(performance.now() - began, 1_000))
  }
  await finishRun(db, night, gone, held)
  return gone
}

async function takePortion(db: Db, { customerId, name, before, now, day }: Night, place: Place | null) {
  const { from, where, id, idType, at, also, held, take } = oldRows[name]
  const alias = sql.raw(from.split(' ')[1] ?? '')
  return db.transaction().execute(async (tx) => {
    const order = sql.raw(`${at}, ${id}`)
    const beyond =
      place === null
        ? sql``
        : sql`
        and (${order}) > (${place.at}::timestamptz, ${place.id}::${sql.raw(idType)})`
    // Which of them are old first, in the order of an index: what is held is asked of those alone.
    const { rows } = await sql<Old & { isOld: boolean }>`
      select ${sql.raw(id)}::text as id, ${sql.raw(at)}::text as at, ${sql.raw(held)} as held,
        ${sql.raw(also ?? at)} < ${before} as "isOld"
      from ${sql.raw(from)}
      where ${alias}.customer_id = ${customerId} and ${sql.raw(where)} and ${sql.raw(at)} < ${before} ${beyond}
      order by ${order}
      limit ${rowsAtOnce}
      for no key update of ${alias} skip locked`.execute(tx)
    const old = rows.filter(({ isOld }) => isOld)
    const going = old.filter((row) => row.held === null).map((row) => row.id)
    if (going.length > 0) {
      await take(tx, customerId, going, now)
      await sql`
        insert into retention_runs (customer_id, class, day, before, gone, started_at)
        values (${customerId}, ${name}, ${day}, ${before}, ${going.length}, ${now})
        on conflict (customer_id, day, class) do update
        set gone = retention_runs.gone + excluded.gone, before = excluded.before, finished_at = null`.execute(tx)
    }
    const last = rows.length < rowsAtOnce ? undefined : rows.at(-1)
    return { gone: going.length, held: old.filter((row) => row.held !== null), next: last ? { at: last.at, id: last.id } : null }
  })
}

/** A class that had nothing leaves no line. */
async function finishRun(db: Db, { customerId, name, before, now, day }: Night, gone: number, held: HeldCounts) {
  const hasHeld = Object.keys(held).length > 0
  await sql`
    insert into retention_runs (customer_id, class, day, before, held, started_at, finished_at)
    select ${customerId}, ${name}, ${day}::date, ${before}::timestamptz, ${JSON.stringify(held)}::jsonb, ${now}, ${now}
    where ${gone > 0 || hasHeld}::boolean or exists (
      select from retention_runs
      where customer_id = ${customerId} and class = ${name} and day = ${day}::date)
    on conflict (customer_id, day, class) do update set held = excluded.held, finished_at = excluded.finished_at`.execute(db)
}
