import { type QueuePriority, queuePriorities } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openSmtpSink } from '../../../../e2e/peers/smtp-sink.ts'
import { endStep, mailStep, openEngineHarness } from '../../../test/engine-harness.ts'
import { claimMessages } from './outbox-claim.ts'

let close: () => Promise<void>
afterEach(() => close())

/** So many mails in the outbox, queued by the script, whose template has the priority that is named. */
async function openStory(mails: number, priority?: QueuePriority, env: NodeJS.ProcessEnv = {}) {
  const h = await openEngineHarness({ env })
  close = () => h.close()
  const script = await h.buildScript({ steps: [mailStep, endStep] })
  if (priority) await sql`update template_revisions set options = ${JSON.stringify({ queuePriority: priority })}::jsonb`.execute(h.db)
  await h.buildBatch(script, mails)
  for (let queued = 0; queued < mails; ) queued += await h.turn()
  const prioritiesOf = (claimed: { id: number }[]) =>
    sql<{ priority: number }>`
      select o.priority
      from unnest(${claimed.map(({ id }) => id)}::bigint[]) with ordinality as c(id, place)
      join outbox o on o.communication_id = c.id
      order by c.place`
      .execute(h.db)
      .then(({ rows }) => rows.map((row) => row.priority))
  return { h, prioritiesOf }
}

/** One of each priority; the lowest was due first. */
async function spread(db: Awaited<ReturnType<typeof openStory>>['h']['db']) {
  await sql`
    update outbox o set priority = m.place, next_at = o.next_at - make_interval(mins => m.place::int)
    from (select communication_id, row_number() over (order by communication_id) as place from outbox) m
    where o.communication_id = m.communication_id`.execute(db)
}

test('a message takes the priority of its template, and 3 without one', async () => {
  const { h } = await openStory(1)
  expect(await h.db.selectFrom('outbox').select('priority').execute()).toEqual([{ priority: 3 }])
  await close()
  const low = await openStory(1, 5)
  expect(await low.h.db.selectFrom('outbox').select('priority').execute()).toEqual([{ priority: 5 }])
})

test('what is due is claimed by priority, whichever was due first; a share that is full leaves the rest to others', async () => {
  const { h, prioritiesOf } = await openStory(5)
  await spread(h.db)
  const first = await claimMessages(h.services, 'email', h.engineId, 2)
  expect(await prioritiesOf(first)).toEqual([1, 2])
  const rest = await claimMessages(h.services, 'email', h.engineId, 10)
  expect(await prioritiesOf(rest)).toEqual([3, 4, 5])
})

test('of one priority the first that was due goes first', async () => {
  const { h } = await openStory(3)
  const { rows } = await sql<{ id: number }>`
    update outbox o set next_at = o.next_at - make_interval(mins => m.place::int)
    from (select communication_id, row_number() over (order by communication_id) as place from outbox) m
    where o.communication_id = m.communication_id
    returning o.communication_id as id`.execute(h.db)
  const dueFirst = rows.map(({ id }) => id).toSorted((a, b) => b - a)
  expect((await claimMessages(h.services, 'email', h.engineId, 10)).map(({ id }) => id)).toEqual(dueFirst)
})

test('a claim that begins with the lowest takes it before all others', async () => {
  const { h, prioritiesOf } = await openStory(5)
  await spread(h.db)
  const claimed = await claimMessages(h.services, 'email', h.engineId, 5, true)
  expect(await prioritiesOf(claimed)).toEqual(queuePriorities.toReversed())
})

test('one of priority 1 leaves before 100,000 of priority 5, though those were due hours before', async () => {
  const { h, prioritiesOf } = await openStory(1, 5)
  await sql`
    with made as (
      insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, recipient, provider,
        simulated, queued_at)
      select m.customer_id, m.case_id, m.batch_id, m.channel, 'low:' || n, m.recipient, m.provider,
        m.simulated, m.queued_at
      from communications m, generate_series(1, 100000) n
      returning customer_id, id, case_id, batch_id, channel, queued_at)
    insert into outbox (customer_id, communication_id, case_id, batch_id, channel, next_at, priority)
    select customer_id, id, case_id, batch_id, channel, queued_at - interval '2 hours', 5 from made`.execute(h.db)
  await sql`update outbox set priority = 1 where communication_id = (select min(communication_id) from outbox)`.execute(h.db)
  await sql`analyze outbox`.execute(h.db)
  const [first] = await claimMessages(h.services, 'email', h.engineId, 1)
  expect(await prioritiesOf(first ? [first] : [])).toEqual([1])
})

test('however much of priority 1 comes in, what has the lowest is not left for the end', async () => {
  const sink = await openSmtpSink({ keepText: false })
  const mails = 400
  const { h } = await openStory(mails, 1, { SMTP_URL: sink.url, MAIL_CONNECTIONS: '1' })
  const { rows } = await sql<{ id: number }>`
    update outbox set priority = 5 where communication_id = (select max(communication_id) from outbox)
    returning communication_id as id`.execute(h.db)
  await h.sendDue()
  await sink.close()
  const order = [...sink.counts.keys()]
  expect(order).toHaveLength(mails)
  // Nine claims by one connection take 40 each at most; the tenth begins with the lowest.
  expect(order.indexOf(String(rows[0]?.id))).toBeLessThan(9 * 40)
})
