import { smsBucketMinutes, type SmsDashboard, type SmsScript } from '@regie/contract/sms.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { openingOf } from '../../contact-permission/time-window.ts'
import { isSmsPaused } from '../../contact-permission/sms-pause.ts'
import { type OpeningJson, openingJson, readOpening } from '../../hours/opening-json.ts'
import { findNumberChecks } from '../number-checks/look-up-numbers.ts'
import { listSmsProviders } from './sms-providers.ts'
import { planSms, stepsOfHour } from './plan-sms.ts'

const stepMs = smsBucketMinutes * 60_000
// A weekend and a holiday behind it: who waits for longer waits without an end in sight.
const horizon = (5 * 24 * 3_600_000) / stepMs

/** How the SMS of a customer stand now: what leaves in the next hour is planned as the engine will do it. */
export async function findSmsDashboard({ db, clock, gateways }: Services, customerId: number): Promise<SmsDashboard> {
  const now = clock.now()
  const base = Math.floor(now.getTime() / stepMs) * stepMs
  const scripts = await listScripts(db, customerId)
  const started = await countStarted(db, customerId, base, now)
  const due = await countDue(db, customerId, base, now)
  return {
    at: now.toISOString(),
    scripts: scripts.map((script) => shown(script, { started, due, base, now })),
    providers: await listSmsProviders(db, gateways, customerId, now),
    numberChecks: await findNumberChecks(db, customerId, now),
  }
}

type ScriptRow = { id: number; name: string; active: boolean; perHour: number; opening: OpeningJson }
type Counts = ReadonlyMap<number, ReadonlyMap<number, number>>
type Known = { started: Counts; due: Counts; base: number; now: Date }

function shown(script: ScriptRow, { started, due, base, now }: Known): SmsScript {
  const opening = readOpening(script.opening)
  const ofHour = started.get(script.id) ?? new Map<number, number>()
  const waiting = due.get(script.id) ?? new Map<number, number>()
  const steps = Array.from({ length: stepsOfHour + 1 }, (_, index) => ofHour.get(index - stepsOfHour) ?? 0)
  // Open at some moment of a step is open in it: where a step begins is nobody's hour.
  const momentOf = (step: number) => new Date(step === 0 ? now.getTime() : base + step * stepMs)
  const isOpen = (step: number) => {
    const at = momentOf(step)
    return script.active && !isSmsPaused(opening.smsPause, at) && openingOf(opening, 'sms', at).open
  }
  const { planned, tail } = planSms({ perHour: script.perHour, started: steps, due: waiting, isOpen }, horizon)
  const pause = isSmsPaused(opening.smsPause, now) ? opening.smsPause : null
  return {
    ...{ scriptID: script.id, name: script.name, active: script.active, perHour: script.perHour },
    pause: pause === null ? 'open' : pause.until === null ? 'forever' : 'until',
    until: pause?.until?.toISOString() ?? null,
    sentHour: steps.slice(1).reduce((sum, count) => sum + count, 0),
    waiting: [...waiting.values()].reduce((sum, count) => sum + count, 0),
    tailAt: tail === null ? null : new Date(Math.max(now.getTime(), base + (tail + 1) * stepMs)).toISOString(),
    buckets: planned.map((count, step) => ({
      at: new Date(base + step * stepMs).toISOString(),
      planned: count,
      sent: step === 0 ? (steps.at(-1) ?? 0) : 0,
    })),
  }
}

async function listScripts(db: Db, customerId: number): Promise<ScriptRow[]> {
  const { rows } = await sql<ScriptRow>`
    select s.id, s.name, s.active, s.sms_per_hour as "perHour", ${sql.raw(openingJson('s', 'k'))} as opening
    from scripts s join customers k on k.id = s.customer_id
    where s.customer_id = ${customerId} and s.live_version_id is not null
    order by s.name, s.id`.execute(db)
  return rows
}

/** What left in the last hour by step, and what engines send at this moment. */
async function countStarted(db: Db, customerId: number, base: number, now: Date): Promise<Counts> {
  const from = new Date(base - stepsOfHour * stepMs)
  const { rows } = await sql<{ scriptId: number; step: number; count: number }>`
    select b.script_id as "scriptId",
      trunc(extract(epoch from u.at - ${from}::timestamptz) * 1000 / ${stepMs}::int)::int - ${stepsOfHour}::int as step,
      count(*)::int as count
    from (
      select batch_id, sms_started_at as at from communications
      where customer_id = ${customerId} and sms_started_at >= ${from}
      union all
      select batch_id, ${now}::timestamptz from outbox
      where customer_id = ${customerId} and channel = 'sms' and state = 'started') u
    join batches b on b.customer_id = ${customerId} and b.id = u.batch_id
    group by 1, 2`.execute(db)
  return bySteps(rows)
}

/** What waits, by the step in which it may leave by itself; only of batches that go on. */
async function countDue(db: Db, customerId: number, base: number, now: Date): Promise<Counts> {
  const { rows } = await sql<{ scriptId: number; step: number; count: number }>`
    select b.script_id as "scriptId",
      greatest(0, trunc(extract(epoch from greatest(o.next_at, b.paused_until, ${now}::timestamptz)
        - ${new Date(base)}::timestamptz) * 1000 / ${stepMs}::int))::int as step,
      count(*)::int as count
    from outbox o
    join batches b on b.customer_id = o.customer_id and b.id = o.batch_id
    where o.customer_id = ${customerId}
      and o.channel = 'sms'
      and o.state in ('queued', 'claimed')
      and (b.status = 'open' or (b.status = 'paused' and b.paused_until is not null))
    group by 1, 2`.execute(db)
  return bySteps(rows)
}

function bySteps(rows: readonly { scriptId: number; step: number; count: number }[]): Counts {
  return new Map(
    [...Map.groupBy(rows, ({ scriptId }) => scriptId)].map(([id, of]) => [id, new Map(of.map(({ step, count }) => [step, count]))]),
  )
}
