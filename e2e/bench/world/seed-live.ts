import type { MonitorDelta } from '@regie/contract/monitor.ts'
import type { Wallboard } from '@regie/contract/wallboard.ts'
import type pg from 'pg'
import { mainCustomerId } from './seed-cases.ts'

/** A live view with rows of the bench in it. */
export type LiveView = {
  name: string
  topic: object
  keys: readonly number[]
  /** Where all its rows are asked. */
  path: string
  /** Changes these rows, each with an event of its own. */
  change(keys: readonly number[], at: number): Promise<unknown>
  /** The rows that a message tells of, with when they changed last. */
  rowsIn(text: string): { key: number; changedAt: number }[]
  remove(): Promise<unknown>
}

// As many as a script of 200 lines has on the telephone.
const liveCases = 200
const agents = 40

/** Cases in a call, as the monitor shows them. */
export async function monitorView(sql: pg.Pool): Promise<LiveView> {
  const { rows } = await sql.query<{ id: number }>(
    `insert into live_cases (customer_id, case_id, batch_id, script_id, state, since)
     select c.customer_id, c.id, c.batch_id, b.script_id, 'incall', now()
     from cases c
     join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
     where c.customer_id = $1 and c.status = 'open'
     order by c.id desc
     limit $2
     returning case_id::int as id`,
    [mainCustomerId, liveCases],
  )
  return {
    name: 'monitor',
    topic: { topic: 'monitor', customerID: mainCustomerId, isWhole: true },
    keys: rows.map(({ id }) => id),
    path: `/api/monitor?customerID=${mainCustomerId}`,
    change: (keys, at) =>
      sql.query({
        name: 'change-live-cases',
        text: `with changed as (update live_cases set since = $3 where customer_id = $1 and case_id = any($2::bigint[])
            returning case_id, batch_id)
          select publish_case_changed($1, batch_id, case_id) from changed`,
        values: [mainCustomerId, keys, new Date(at)],
      }),
    rowsIn: (text) =>
      (JSON.parse(text) as { d: { monitor?: MonitorDelta } }).d.monitor?.rows.map(({ caseID, since }) => ({
        key: caseID,
        changedAt: Date.parse(since),
      })) ?? [],
    remove: () => sql.query('delete from live_cases where customer_id = $1', [mainCustomerId]),
  }
}

/** Agents at work for a queue, as the wall shows them. */
export async function wallboardView(sql: pg.Pool): Promise<LiveView> {
  const { rows } = await sql.query<{ id: number; queue: number }>(
    `with team as (insert into teams (customer_id, name) values ($1, 'Bench')
       returning id),
     queue as (insert into queues (customer_id, team_id, name) select $1, id, 'Bench' from team
       returning id)
     insert into agents (customer_id, user_id, status, status_at, seen_at, login_at, queue_ids)
     select $1, u.id, 'available', now(), now(), now(), array[q.id]
     from users u
     cross join queue q
     where u.username like 'bench%'
     order by u.id
     limit $2
     returning user_id::int as id, queue_ids[1]::int as queue`,
    [mainCustomerId, agents],
  )
  return {
    name: 'wallboard',
    topic: { topic: 'wallboard', customerID: mainCustomerId, numbers: true, agents: true, listens: true },
    keys: rows.map(({ id }) => id),
    path: `/api/wallboard?customerID=${mainCustomerId}`,
    change: (keys, at) =>
      sql.query({
        name: 'change-agents',
        text: `with changed as (update agents set status_at = $3 where customer_id = $1 and user_id = any($2::bigint[])
            returning user_id)
          select publish_agent_changed($1, user_id) from changed`,
        values: [mainCustomerId, keys, new Date(at)],
      }),
    rowsIn: (text) =>
      (JSON.parse(text) as { d: { wallboard?: Wallboard } }).d.wallboard?.agents.map(({ userID, statusAt }) => ({
        key: userID,
        changedAt: Date.parse(statusAt),
      })) ?? [],
    remove: () =>
      sql
        .query(
          `with gone as (delete from agents where customer_id = $1)
         delete from queues where customer_id = $1 and name = 'Bench'`,
          [mainCustomerId],
        )
        .then(() => sql.query("delete from teams where customer_id = $1 and name = 'Bench'", [mainCustomerId])),
  }
}
