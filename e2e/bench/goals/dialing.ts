import pg from 'pg'
import { openGateways } from '../../../server/src/gateways/open-gateways.ts'
import type { VoiceGateway } from '../../../server/src/gateways/voice/voice-gateway.ts'
import { registerEngine } from '../../../server/src/modules/case-runs/engine-lease.ts'
import { openOutbox } from '../../../server/src/modules/communications/outbox.ts'
import { findPaced, mayBegin } from '../../../server/src/modules/dialing/paced-scripts.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { openDatabase } from '../../../server/src/platform/db/database.ts'
import { withKeptPlans } from '../../../server/src/platform/db/prepared.ts'
import { openLog } from '../../../server/src/platform/log.ts'
import type { Services } from '../../../server/src/services.ts'
import type { Goal } from '../goal.ts'
import { percentile } from '../measure/statistics.ts'
import { mainCustomerId } from '../world/seed-cases.ts'
import { dialingPlan, type DialingWorld, seedDialing } from '../world/seed-dialing.ts'
import type { World } from '../world/world.ts'

const atOnce = 4
const claimedAtOnce = 40
const plans = 50

/**
 * A predictive script with people to be called by the thousand: how many calls may begin now, which, and may they, each of them started. The exchange takes
 * each at once; what it tells later is not measured. Beside it the same rows, claimed, started and sent in tables that nothing hangs on.
 */
export const dialing: Goal = {
  id: 'P12',
  work: 'decisions of the dialer',
  async measure(world) {
    const people = world.options.isShort ? 2_000 : 20_000
    const dialed = await seedDialing(world.sql, people)
    try {
      const ours = await dialAll(world, dialed)
      const limit = await bareRows(world.database.url, dialed.batchId)
      const work = `${people.toLocaleString('en')} people, ${dialingPlan.lines} lines, ${dialingPlan.agents} agents`
      return [
        {
          id: 'P12',
          work: `${work}: calls decided and started`,
          unit: 'calls/s',
          limit,
          ours: ours.perSecond,
          goal: { ratioAtLeast: 0.2 },
        },
        { id: 'P12', work: `${work}: the same`, unit: 'calls/s', limit: null, ours: ours.perSecond, goal: { atLeast: 500 } },
        { id: 'P12', work: `${work}: how many may begin now`, unit: 'p95 ms', limit: null, ours: ours.planMs, goal: { none: true } },
        {
          id: 'P12',
          work: `${work}: lines over the maximum`,
          unit: 'lines',
          limit: null,
          ours: Math.max(0, ours.most - dialingPlan.lines),
          goal: { atMost: 0 },
        },
        { id: 'P12', work: `${work}: called twice, or not at all`, unit: 'people', limit: null, ours: ours.wrong, goal: { atMost: 0 } },
      ]
    } finally {
      await dialed.remove()
    }
  },
}

async function dialAll({ database, env, sql }: World, { batchId }: DialingWorld) {
  const log = openLog('silent')
  const { db, pool, close } = openDatabase(database.url, { log, servesAll: true })
  const config = readConfig({ ...env(), SECRET_KEY: Buffer.alloc(32, 'b').toString('base64') })
  const gateways = openGateways(config, { db, clock: systemClock, log })
  const on = new Set<string>()
  const called = new Map<string, number>()
  let most = 0
  const voice: VoiceGateway = {
    ...gateways.voice,
    async send({ id, to }) {
      on.add(id)
      most = Math.max(most, on.size)
      called.set(to, (called.get(to) ?? 0) + 1)
      return { providerRef: `bench ${id}` }
    },
  }
  const gatewayOf = ((channel, provider) =>
    channel === 'call' ? voice : gateways.gatewayOf(channel, provider)) as typeof gateways.gatewayOf
  const services: Services = { db, pool, clock: systemClock, log, config, gateways: { ...gateways, voice, gatewayOf } }
  const outbox = openOutbox(services, await registerEngine(db), 'call')
  const people = async () =>
    (
      await sql.query<{ waiting: number }>(
        `select count(*)::int as waiting
      from outbox
      where batch_id = $1 and state = 'queued'`,
        [batchId],
      )
    ).rows[0]?.waiting ?? 0
  const all = await people()
  try {
    const planTimes: number[] = []
    for (let n = 0; n < plans; n++) {
      const began = performance.now()
      mayBegin(await withKeptPlans(() => findPaced(db, [mainCustomerId], systemClock.now())))
      planTimes.push(performance.now() - began)
    }
    let [ms, started] = [0, 0]
    while (started < all) {
      const began = performance.now()
      const left = await outbox.drain()
      ms += performance.now() - began
      if (left === 0) break
      started += left
      // All of them hang up: the lines are free for the next.
      await sql.query(
        `update communications set delivery = 'unanswered', delivered_at = now()
        where batch_id = $1 and in_air`,
        [batchId],
      )
      on.clear()
    }
    return {
      perSecond: (started / ms) * 1_000,
      planMs: percentile(planTimes, 0.95),
      most,
      wrong: Math.abs(all - called.size) + [...called.values()].filter((times) => times > 1).length,
    }
  } finally {
    await outbox.stop(1_000)
    await gateways.close()
    await close()
  }
}

/** The same rows, claimed forty at a time, then each started, sent, and written down with its case. */
async function bareRows(connectionString: string, batchId: number): Promise<number> {
  const pool = new pg.Pool({ connectionString, max: atOnce })
  try {
    await pool.query(`
      create schema bench_calls;
      create table bench_calls.outbox as
        select communication_id, case_id, 'queued' as state from outbox where false;
      create table bench_calls.sent as
        select id, provider_ref, state from communications where false;
      create table bench_calls.live as
        select case_id, state, since from live_cases where false;
      create table bench_calls.events as
        select case_id, event, at from timeline where false`)
    await pool.query(
      `insert into bench_calls.outbox select id, case_id, 'queued' from communications where batch_id = ${batchId};
       alter table bench_calls.outbox add primary key (communication_id);
       create index on bench_calls.outbox (communication_id) where state = 'queued';
       analyze bench_calls.outbox`,
    )
    let calls = 0
    const began = performance.now()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (;;) {
          const { rows } = await pool.query<{ id: string; caseId: string }>(
            `update bench_calls.outbox o set state = 'claimed'
             from (select communication_id from bench_calls.outbox where state = 'queued'
               order by communication_id limit ${claimedAtOnce} for update skip locked) c
             where o.communication_id = c.communication_id
             returning o.communication_id as id, case_id as "caseId"`,
          )
          if (rows.length === 0) return
          for (const { id, caseId } of rows) {
            await pool.query({
              name: 'started',
              text: `update bench_calls.outbox set state = 'started' where communication_id = $1`,
              values: [id],
            })
            await pool.query({
              name: 'sent',
              text: `with gone as (delete from bench_calls.outbox where communication_id = $1),
                  event as (insert into bench_calls.events values ($2, 'callStarted', now()))
                insert into bench_calls.sent values ($1, 'bare', 'sent')`,
              values: [id, caseId],
            })
            await pool.query({ name: 'live', text: `insert into bench_calls.live values ($1, 'calling', now())`, values: [caseId] })
            calls++
          }
        }
      }),
    )
    return (calls / (performance.now() - began)) * 1_000
  } finally {
    await pool.query('drop schema if exists bench_calls cascade')
    await pool.end()
  }
}
