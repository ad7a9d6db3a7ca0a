import {
  type AgentTimes,
  agentMetricsOf,
  type CallCounts,
  metricsOf,
  noCalls,
  noTimes,
  sumOfCalls,
  sumOfTimes,
} from '@regie/contract/call-metrics.ts'
import type { AgentFigures, AgentFiguresRow, callReportApi } from '@regie/contract/call-report.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { userName } from '../../../platform/db/user-name.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { scopeOf } from './call-figures.ts'
import { type Days, daysAsked, momentsOf } from '../report-period.ts'
import { type CallScope, countByAgent } from './count-calls.ts'

type Query = RequestOf<typeof callReportApi.agents>['query']
type Person = AgentTimes & { userID: number; name: string; isMember: boolean }

/** How the agents did in a period: all together, and each of them for who may see numbers of colleagues. */
export async function findAgentFigures(
  { db, pool, clock }: Services,
  caller: Caller,
  query: Query,
): Promise<ResponseOf<typeof callReportApi.agents>> {
  const scope = scopeOf(caller, query)
  const now = clock.now()
  const days = daysAsked(query, now)
  const counted = await countByAgent(pool, scope, { ...momentsOf(days), now })
  const ids = [...counted.keys()].filter((id) => id !== null)
  const people = await listPeople(db, scope, { ids, days, now })
  const shown = people.filter((one) => counted.has(one.userID) || one.isMember)
  const rows: AgentFiguresRow[] = shown.map(({ userID, name, isMember: _is, ...times }) => ({
    ...{ userID, name },
    ...figuresOf(counted.get(userID) ?? noCalls, times),
  }))
  const gone = counted.get(null)
  if (gone !== undefined) rows.push({ userID: null, name: null, ...figuresOf(gone, noTimes) })
  const seesAgents = caller.rights.includes(Right.reportAgents)
  return {
    ...{ ...days, seesAgents, rows: seesAgents ? rows : [] },
    total: figuresOf(sumOfCalls([...counted.values()]), sumOfTimes(shown.map(timesOf))),
  }
}

function figuresOf(counts: CallCounts, times: AgentTimes): AgentFigures {
  const { handled, talkSeconds, holdSeconds, afterSeconds, missed } = counts
  const { att, hold, holdOfHeld, acw, aht, missedShare } = metricsOf(counts)
  const means = { att, hold, holdOfHeld, acw, aht, missedShare }
  return { handled, ...means, talkSeconds, holdSeconds, afterSeconds, missed, times: timesOf(times), ...agentMetricsOf(handled, times) }
}

const timesOf = ({ available, calling, afterCall, pause, dnd, away }: AgentTimes): AgentTimes => ({
  ...{ available, calling, afterCall, pause, dnd, away },
})

type Asked = { ids: readonly number[]; days: Days; now: Date }

/**
 * The members of the teams of these queues and who answered calls, with how long they stood in each way while they were logged in. How they stand now counts
 * until now: it is in no sum yet.
 */
async function listPeople(db: Db, { customerId, teams, queues }: CallScope, { ids, days, now }: Asked): Promise<Person[]> {
  const { from, until } = momentsOf(days)
  const seconds = (...statuses: string[]) => sql`
    coalesce(sum(x.seconds) filter (where x.status in (${sql.join(statuses)})), 0)::float`
  const { rows } = await sql<Person>`
    with members as materialized (
      select distinct m.user_id
      from team_members m
      left join queue_members w on w.customer_id = m.customer_id and w.user_id = m.user_id
      where m.customer_id = ${customerId} and (${teams}::bigint[] is null or m.team_id = any(${teams}))
        and (${queues}::bigint[] is null or w.queue_id = any(${queues}))
    ), stood as (
      select user_id, status, milliseconds / 1000.0 as seconds
      from agent_days
      where customer_id = ${customerId} and day between ${days.from}::date and ${days.to}::date
      union all
      select user_id, status,
        extract(epoch from least(${now}, ${until}::timestamptz) - greatest(status_at, ${from}::timestamptz))
      from agents
      where customer_id = ${customerId} and login_at is not null and status_at < least(${now}, ${until}::timestamptz)
        and ${from}::timestamptz < ${now}::timestamptz)
    select u.id as "userID", ${userName('u')} as name, u.id in (select user_id from members) as "isMember",
      ${seconds('available')} as available, ${seconds('calling')} as calling,
      ${seconds('cooldown', 'custom2')} as "afterCall", ${seconds('custom1')} as pause, ${seconds('dnd')} as dnd,
      ${seconds('away')} as away
    from staff u
    left join stood x on x.user_id = u.id
    where u.id in (select user_id from members) or u.id = any(${[...ids]}::bigint[])
    group by u.id, u.first_name, u.middle_name, u.last_name, u.username
    order by name, u.id`.execute(db)
  return rows
}
