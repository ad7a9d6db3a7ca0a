import type { DemoMoment, DemoRun } from '@regie/contract/demos.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMask } from '../cases/masks/case-mask.ts'
import { findDemo } from './demo-queries.ts'
import { type Standing, type StepMark, wayTaken } from './way-taken.ts'

type RunRow = { steps: ScriptStep[]; standing: Standing | null; waitSecondsMax: number | null; customerId: number }
type MomentRow = Omit<DemoMoment, 'step'> & { key: string | null }

// A script that goes round for hours is shown from its end.
const momentsShown = 200

const runOf = prepared<RunRow>(
  'demo-run',
  `select v.steps, d.wait_seconds_max as "waitSecondsMax", d.customer_id as "customerId",
    case
      when r.case_id is not null
      then json_build_object('step', r.step, 'state', r.state, 'dueAt', ${isoText('r.due_at')}) end as standing
  from demos d
  join scripts s on s.customer_id = d.customer_id and s.id = d.script_id
  left join case_runs r on r.customer_id = d.customer_id and r.case_id = d.case_id
  join script_versions v on v.customer_id = d.customer_id and v.id = coalesce(r.script_version_id, s.live_version_id)
  where d.case_id = $1 and d.customer_id = any($2::bigint[])`,
)

// What happened, the newest first, each message with its text and the state it is in now.
const momentsOf = prepared<MomentRow>(
  'demo-moments',
  `select t.id, ${isoText('t.at')} as at, t.kind, t.event, t.params, t.by_user as by, m.idempotency_key as key,
    case
      when m.id is not null then json_build_object('communicationID', m.id, 'channel', m.channel, 'to', m.recipient,
        'subject', c.subject, 'text', c.text, 'reason', m.reason,
        'state', case
          when m.delivery is not null then m.delivery
          when m.state in ('queued', 'claimed') then 'waiting'
          when m.state = 'refused' then 'failed' else m.state end) end as message
  from timeline t
  left join communications m on m.customer_id = t.customer_id and m.id = t.communication_id
  left join communication_contents c
    on c.customer_id = m.customer_id and c.communication_id = m.id and c.queued_at = m.queued_at
  where t.customer_id = $1 and t.case_id = $2
  order by t.id desc
  limit $3`,
)

/** A demo of the caller's own as it goes. */
export async function findDemoRun({ db, pool }: Services, caller: Caller, caseId: number): Promise<DemoRun> {
  const demo = await findDemo(db, caller, caseId)
  const [run] = await runOf(pool, [caseId, caller.customerIds])
  if (!run) throw new Error(`the demo ${caseId} has no script`)
  const rows = (await momentsOf(pool, [run.customerId, caseId, momentsShown])).toReversed()
  // Staff have a name in the timeline, the script has none.
  const isAtEnd = rows.some(({ event, by }) => event === 'closed' && by === null)
  const way = wayTaken(run.steps, marksOf(rows), isAtEnd || run.standing === null ? 'ended' : run.standing)
  const masked = await findTextMask(pool, caller, caseId)
  const goesOn = demo.status === 'open' && (run.standing?.state === 'sleeping' || run.standing?.state === 'ready')
  return {
    demo,
    waitSecondsMax: run.waitSecondsMax,
    steps: run.steps,
    path: way.path,
    dueAt: goesOn ? (run.standing?.dueAt ?? null) : null,
    moments: rows.map(({ key: _key, ...row }) => ({
      ...row,
      params: Object.fromEntries(
        Object.entries(row.params).map(([name, value]) => [name, typeof value === 'string' ? masked(value) : value]),
      ),
      step: way.stepOfMark.get(row.id) ?? null,
      message: row.message && {
        ...row.message,
        to: masked(row.message.to),
        subject: masked(row.message.subject),
        text: masked(row.message.text),
      },
    })),
  }
}

/** What the timeline says about the steps that wrote it: of a message its first line, for the news of it come later. */
function marksOf(rows: readonly MomentRow[]): StepMark[] {
  const known = new Set<string>()
  return rows.flatMap(({ id, event, params, key }): StepMark[] => {
    if (event === 'waiting') return [{ id, kind: 'wait', until: String(params.until) }]
    if (event === 'branch') return [{ id, kind: 'branch', answer: String(params.answer) }]
    if (event === 'divided') return [{ id, kind: 'split', answer: String(params.variant) }]
    if (key === null || (known.has(key) && event !== 'callChose')) return []
    known.add(key)
    // A message of the script carries its case, version, step and turn in its key; one of staff does not.
    const [, , step, turn] = key.split(':')
    return step !== undefined && turn !== undefined
      ? [event === 'callChose' ? { id, kind: 'choice', step, answer: String(params.key) } : { id, kind: 'message', step }]
      : []
  })
}
