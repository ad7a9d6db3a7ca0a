import { sql } from 'kysely'
import { shareOf } from '../../gateways/simulated-provider.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { changeCallback } from '../arrangements/callbacks/callbacks.ts'
import { changeComplaint } from '../arrangements/complaints.ts'
import { setResult } from '../arrangements/set-result.ts'
import { addDays, toLocalTime } from '../contact-permission/local-time.ts'
import { actAs } from '../demo-past/colleagues.ts'
import type { DemoWork } from './demo-work.ts'

type Spoken = { id: number; version: number; openCents: number }
type Result = Omit<Parameters<typeof setResult>[3], 'resultCode'> & { resultCode: string }

const minuteMs = 60_000
// What a person says on the phone: the first share that theirs is below.
const talks = [
  [0.26, 'promise'],
  [0.38, 'callback'],
  [0.45, 'dispute'],
  [0.475, 'complaint'],
  [0.55, 'refuses'],
] as const

/** Simulated colleagues write down what was said on the phone, confirm and resolve complaints, and call back: one thing of each kind a turn. */
export async function agentsAct(services: Services, work: DemoWork, agent: Caller, speed: number): Promise<void> {
  const spoken = await findSpoken(services, work)
  const result = spoken && resultOf(spoken, services.clock.now(), agent)
  if (spoken && result)
    await actAs(agent, 'cases.setResult', () => setResult(services, agent, { caseId: spoken.id, version: spoken.version }, result))
  await answerComplaint(services, work, agent, speed)
  await callBack(services, work, agent, speed)
}

/** What a case brought is the same each time it is asked; null where nothing was arranged. */
function resultOf({ id, openCents }: Spoken, now: Date, agent: Caller): Result | null {
  const share = shareOf(String(id), 'talk')
  const topic = talks.find(([limit]) => share < limit)?.[1]
  const due = addDays(toLocalTime(now).date, 1 + Math.floor(shareOf(String(id), 'due') * 6))
  switch (topic) {
    case 'promise':
      return { resultCode: 'TOEZ', note: 'Betaalt na ontvangst loon.', parts: [{ due, amountCents: openCents }] }
    case 'callback': {
      const at = new Date(now.getTime() + (8 + Math.floor(shareOf(String(id), 'at') * 40)) * minuteMs)
      return { resultCode: 'TERUG', note: 'Wil eerst de factuur opzoeken.', callbackAt: at.toISOString(), callbackFor: agent.userId }
    }
    case 'dispute':
      return { resultCode: 'DISP', note: 'Zegt al bij de opdrachtgever te hebben betaald.' }
    case 'complaint':
      return { resultCode: 'KLA', note: 'Vindt dat te vaak is gebeld en wil een schriftelijke reactie.' }
    case 'refuses':
      return { resultCode: 'NBET' }
    case undefined:
      return null
  }
}

/** The case whose person was spoken to last, with nothing written down yet. */
async function findSpoken({ db }: Services, { customerId, scriptId }: DemoWork): Promise<Spoken | undefined> {
  const { rows } = await sql<Spoken>`
    select c.id, c.version, c.outstanding_cents - c.paid_cents as "openCents"
    from batches b
    join cases c on c.customer_id = b.customer_id and c.batch_id = b.id
    where b.customer_id = ${customerId} and b.script_id = ${scriptId} and b.status = 'open' and not b.is_demo
      and b.locked_at is null and c.status = 'open' and c.last_answer = 'mens' and c.result is null
      -- Whoever called by hand writes the result down.
      and not exists (select from manual_calls h where h.customer_id = c.customer_id and h.case_id = c.id)
      and c.live_state is null and c.outstanding_cents > c.paid_cents
    order by c.updated_at desc, c.id
    limit 200`.execute(db)
  return rows.find(({ id }) => shareOf(String(id), 'talk') < (talks.at(-1)?.[0] ?? 0))
}

/** Receipt is confirmed after some minutes, and later it is resolved. */
async function answerComplaint(services: Services, { customerId, scriptId }: DemoWork, agent: Caller, speed: number) {
  const now = services.clock.now()
  const ago = (minutes: number) => new Date(now.getTime() - (minutes * minuteMs) / speed)
  const { rows } = await sql<{ id: number; caseId: number; state: string; at: Date }>`
    select x.id, x.case_id as "caseId", x.state, x.at
    from complaints x
    join cases c on c.customer_id = x.customer_id and c.id = x.case_id and c.status <> 'closed'
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where x.customer_id = ${customerId} and b.script_id = ${scriptId} and b.locked_at is null and not b.is_demo
      and ((x.state = 'open' and x.kind = 'complaint' and x.at < ${ago(6)})
        or (x.state <> 'resolved' and x.at < ${ago(40)}))
    order by x.at
    limit 1`.execute(services.db)
  const [found] = rows
  if (!found) return
  const change =
    found.at < ago(40)
      ? { state: 'resolved' as const, outcome: 'Uitgelegd; debiteur is akkoord.' }
      : { state: 'confirmed' as const, outcome: '' }
  await actAs(agent, 'arrangements.changeComplaint', () =>
    changeComplaint(services, agent, { caseId: found.caseId, complaintId: found.id }, change),
  )
}

/** A call-back is made a few minutes after its time. */
async function callBack(services: Services, { customerId, scriptId }: DemoWork, agent: Caller, speed: number) {
  const before = new Date(services.clock.now().getTime() - (4 * minuteMs) / speed)
  const { rows } = await sql<{ id: number; version: number }>`
    select k.id, k.version
    from callbacks k
    join cases c on c.customer_id = k.customer_id and c.id = k.case_id and c.status <> 'closed'
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where k.customer_id = ${customerId} and b.script_id = ${scriptId} and b.locked_at is null and not b.is_demo
      and k.state = 'open' and k.at < ${before} and k.for_user_id = ${agent.userId}
    order by k.at
    limit 1`.execute(services.db)
  const [found] = rows
  if (found)
    await actAs(agent, 'arrangements.changeCallback', () =>
      changeCallback(services, agent, found.id, { version: found.version, state: 'done' }),
    )
}
