import type pg from 'pg'
import { makeBulkBatch } from './bulk-batch.ts'
import { mainCustomerId } from './seed-cases.ts'

/** A script that dials predictively for a queue of agents, with so many people to be called now. */
export type DialingWorld = { batchId: number; scriptId: number; remove(): Promise<void> }

export const dialingPlan = { lines: 200, agents: 40, transfers: 60 }

// As an hour of calls would have left it: every fifth wants an agent, who has two minutes for them.
const pace = { agentShare: 0.2, handleSeconds: 120, factor: 1.5 }

export async function seedDialing(sql: pg.Pool, people: number): Promise<DialingWorld> {
  const batchId = await makeBulkBatch(sql, people)
  const { rows } = await sql.query<{ id: number }>(
    `update batches set status = 'open' where customer_id = $1 and id = $2 returning script_id::int as id`,
    [mainCustomerId, batchId],
  )
  const scriptId = rows[0]?.id ?? 0
  await sql.query(`update scripts set dialing = 'predictive', max_lines = $2, max_transfers = $3 where id = $1`, [
    scriptId,
    dialingPlan.lines,
    dialingPlan.transfers,
  ])
  await sql.query(
    `with team as (insert into teams (customer_id, name) values ($1, 'Bellen')
       returning id),
     queue as (insert into queues (customer_id, team_id, name) select $1, id, 'Bellen' from team
       returning id, team_id),
     serves as (insert into queue_scripts (customer_id, script_id, queue_id) select $1, $2, id from queue),
     people as (select id from users where username like 'bench%' order by id limit $3),
     members as (insert into team_members (customer_id, team_id, user_id)
       select $1, q.team_id, p.id from queue q cross join people p),
     answering as (insert into queue_members (customer_id, team_id, queue_id, user_id)
       select $1, q.team_id, q.id, p.id from queue q cross join people p)
     insert into agents (customer_id, user_id, status, status_at, seen_at, login_at, queue_ids)
     select $1, p.id, case when p.id % 4 = 0 then 'calling' else 'available' end, now(), now(), now(), array[q.id]
     from people p
     cross join queue q`,
    [mainCustomerId, scriptId, dialingPlan.agents],
  )
  await sql.query(
    `insert into dialing_paces (customer_id, script_id, factor, held_back, agent_share, handle_seconds, calls, answered,
       wanted, dropped, counted_at, moved_at)
     values ($1, $2, $3, false, $4, $5, 1000, 550, 200, 2, now(), now())`,
    [mainCustomerId, scriptId, pace.factor, pace.agentShare, pace.handleSeconds],
  )
  await sql.query(
    `with queued as (
       insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, recipient, provider,
         simulated)
       select customer_id, id, batch_id, 'call', 'dial:' || id, mobile, 'simulated-voice', true
       from cases
       where customer_id = $1 and batch_id = $2
       returning customer_id, id, queued_at, case_id, batch_id),
     waiting as (
       insert into outbox (customer_id, communication_id, case_id, batch_id, channel, next_at)
       select customer_id, id, case_id, batch_id, 'call', queued_at from queued)
     insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text)
     select customer_id, id, queued_at, '+31201234567', '', 'Goedemiddag, u spreekt met de administratie.' from queued`,
    [mainCustomerId, batchId],
  )
  await sql.query('analyze communications, outbox, agents, queue_members')
  return {
    batchId,
    scriptId,
    async remove() {
      await sql.query("update scripts set dialing = 'lines' where id = $1", [scriptId])
      await sql.query("update batches set status = 'paused' where id = $1", [batchId])
      await sql.query('delete from dialing_paces where script_id = $1', [scriptId])
      await sql.query('delete from agents where customer_id = $1', [mainCustomerId])
      await sql.query("delete from queues where customer_id = $1 and name = 'Bellen'", [mainCustomerId])
      await sql.query("delete from teams where customer_id = $1 and name = 'Bellen'", [mainCustomerId])
    },
  }
}
