import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type SinkFaults, openSmtpSink } from '../../../../e2e/peers/smtp-sink.ts'
import { endStep, mailStep, openEngineHarness } from '../../../test/engine-harness.ts'
import { closeCase } from '../cases/status/close-case.ts'
import { stopOutreach } from '../cases/stop-outreach.ts'
import { openOutbox } from './outbox.ts'
import { claimMessages } from './outbox-claim.ts'
import { writeMarks } from './communication-changes.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close()
})

const waitForEver = { kind: 'wait', key: 'end', next: 'last', settings: { minutes: 99_999 } } as const

/** So many mails in the outbox, a real SMTP gateway, and a server that misbehaves as asked. */
async function openStory(mails: number, faults: SinkFaults = {}) {
  const sink = await openSmtpSink({ faults, keepText: false })
  const h = await openEngineHarness({ env: { SMTP_URL: sink.url, MAIL_CONNECTIONS: '10' } })
  opened.push(sink, h)
  const script = await h.buildScript({ steps: [mailStep, waitForEver, { ...endStep, key: 'last' }] })
  const batch = await h.buildBatch(script, mails)
  for (let queued = 0; queued < mails; ) queued += await h.turn()
  return { sink, h, batch }
}

/** Sessions of this database that wait for a lock. */
async function countWaiting(pool: Pool): Promise<number | null> {
  const { rowCount } = await pool.query(`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rowCount
}

test('every mail arrives once, and the counters know it', async () => {
  const { sink, h, batch } = await openStory(500)
  expect(await h.sendDue()).toBe(500)
  expect([sink.total, sink.duplicates]).toEqual([500, 0])
  expect(await h.states()).toEqual({ sent: 500 })
  const counters = await h.db.selectFrom('batch_counters').selectAll().where('batch_id', '=', batch.batchId).executeTakeFirstOrThrow()
  expect(counters.emails).toBe(500)
  expect(await h.counterFaults()).toEqual([])
})

test('R3: whatever the server does, no mail comes twice and each has its true state', async () => {
  const { sink, h } = await openStory(400, { drop: 0.05, dropAfter: 0.05, tempfail: 0.1, permfail: 0.02, slowMs: 5 })
  await h.runUntil(new Date(h.clock.now().getTime() + 24 * 3_600_000))
  expect(sink.duplicates).toBe(0)
  const rows = await h.db.selectFrom('communications').select(['id', 'state', 'reason']).execute()
  for (const { id, state, reason } of rows) {
    const met = sink.met.get(String(id)) ?? []
    const arrived = sink.counts.has(String(id))
    if (state === 'sent') expect(arrived).toBe(true)
    else if (state === 'unknown') expect(met.at(-1)).toMatch(/drop/)
    else expect([state, reason, arrived]).toEqual(['refused', '550 5.1.1 no such user', false])
  }
  expect(await h.counterFaults()).toEqual([])
})

test('a mailbox that the server refuses is a dead address; its case is contacted by mail no more', async () => {
  const { h, batch } = await openStory(2, { permfail: 1 })
  await h.sendDue()
  expect(await h.states()).toEqual({ refused: 2 })
  const listed = await h.db.selectFrom('blacklist').select(['reason', 'added_by']).execute()
  expect(listed).toEqual(Array(2).fill({ reason: 'bounce', added_by: '' }))
  expect(await h.events(batch.caseIds[0] ?? 0)).toContain('addressBlacklisted')
})

test('a server that is away for ten minutes costs delay, no mail', async () => {
  const { sink, h } = await openStory(20, { refuse: 1 })
  await h.runUntilIdle()
  expect(await h.states()).toEqual({ queued: 20 })
  sink.faults = {}
  await h.runUntil(new Date(h.clock.now().getTime() + 10 * 60_000))
  expect([sink.total, sink.duplicates]).toEqual([20, 0])
})

test('an engine that died: what it had started is unknown and never sent again, what it had only claimed goes', async () => {
  const { sink, h, batch } = await openStory(30)
  const dead = await h.newEngine()
  const claimed = await claimMessages(h.services, 'email', dead, 10)
  const started = claimed.slice(0, 4)
  await writeMarks(
    h.pool,
    dead,
    started.map(({ customerId, id }) => ({ customerId, id, state: 'started' as const })),
    h.clock.now(),
  )
  await h.recover()
  expect((await h.states())['claimed']).toBe(6)
  await h.killEngine(dead)
  await h.recover()
  expect(await h.states()).toEqual({ queued: 26, unknown: 4 })
  expect(await h.events(started[0]?.caseId ?? 0)).toContain('emailUnknown')
  await h.sendDue()
  expect(await h.states()).toEqual({ sent: 26, unknown: 4 })
  expect(sink.total).toBe(26)
  const counters = await h.db
    .selectFrom('batch_counters')
    .select(['emails', 'unknown'])
    .where('batch_id', '=', batch.batchId)
    .executeTakeFirstOrThrow()
  expect(counters).toEqual({ emails: 26, unknown: 4 })
})

test('whoever closes a case and a sender of its batch do not wait for each other', async () => {
  const { h } = await openStory(2)
  const [gone, next] = await claimMessages(h.services, 'email', h.engineId, 2)
  if (!gone || !next) throw new Error('two mails are due')
  await writeMarks(h.pool, h.engineId, [{ customerId: gone.customerId, id: gone.id, state: 'started' }], h.clock.now())
  const taken = await h.db.transaction().execute(async (tx) => {
    const { customerId, caseId } = next
    await stopOutreach(tx, customerId, [caseId])
    // Outcome and start in one group; the start waits for the stop, and the stop needs the counters of the batch after it.
    const marks = writeMarks(
      h.pool,
      h.engineId,
      [
        { customerId, id: gone.id, state: 'sent' },
        { customerId, id: next.id, state: 'started' },
      ],
      h.clock.now(),
    )
    await expect.poll(() => countWaiting(h.pool)).toBe(1)
    await closeCase(tx, { customerId, caseId }, 'BET')
    return { marks }
  })
  expect(await taken.marks).toEqual(new Set())
  expect(await h.states()).toEqual({ sent: 1, cancelled: 1 })
})

test('an engine that was only away believes what it saw: its late answer makes unknown sent', async () => {
  const { h } = await openStory(1)
  const slow = await h.newEngine()
  const [mail] = await claimMessages(h.services, 'email', slow, 1)
  const mark = { customerId: mail?.customerId ?? 0, id: mail?.id ?? 0 }
  await writeMarks(h.pool, slow, [{ ...mark, state: 'started' }], h.clock.now())
  await h.killEngine(slow)
  await h.recover()
  await writeMarks(h.pool, slow, [{ ...mark, state: 'sent', providerRef: 'm.1@x' }], h.clock.now())
  expect(await h.states()).toEqual({ sent: 1 })
  expect(await h.counterFaults()).toEqual([])
})

test('R4: engines that share a database share the mails, each mail once', async () => {
  const { sink, h } = await openStory(600, { slowMs: 2 })
  const engines = [h.engineId, await h.newEngine(), await h.newEngine()]
  const sent = await Promise.all(engines.map((id) => h.sendDue(id)))
  expect(sent.reduce((sum, n) => sum + n, 0)).toBe(600)
  expect([sink.total, sink.duplicates]).toEqual([600, 0])
  expect(sent.filter((n) => n > 0).length).toBeGreaterThan(1)
})

test('R9: nothing starts after the commit that closed its case', async () => {
  const { sink, h, batch } = await openStory(400, { slowMs: 3 })
  const closedAt = new Map<number, number>()
  const sending = h.sendDue()
  for (const caseId of batch.caseIds.toReversed().slice(0, 200)) {
    await h.db.transaction().execute((tx) => closeCase(tx, { customerId: batch.customerId, caseId }, 'BET', {}))
    closedAt.set(caseId, Date.now())
    await sleep(1)
  }
  await sending
  const rows = await sql<{ id: number; case_id: number; state: string }>`select id, case_id, state from communications`.execute(h.db)
  for (const { id, case_id, state } of rows.rows) expect(sink.counts.has(String(id)) ? 'sent' : 'cancelled', `case ${case_id}`).toBe(state)
  expect(rows.rows.filter((row) => row.state === 'cancelled').length).toBeGreaterThan(0)
  expect(sink.duplicates).toBe(0)
  expect(await h.counterFaults()).toEqual([])
})

test('a batch that is paused while it is sent stops within the lanes', async () => {
  const { sink, h, batch } = await openStory(400, { slowMs: 5 })
  const sending = h.sendDue()
  while (sink.total < 50) await sleep(1)
  await h.db.updateTable('batches').set({ status: 'paused' }).where('id', '=', batch.batchId).execute()
  const before = sink.total
  await sending
  expect(sink.total - before).toBeLessThanOrEqual(10 + 10)
  await h.db.updateTable('batches').set({ status: 'open' }).where('id', '=', batch.batchId).execute()
  await h.sendDue()
  expect([sink.total, sink.duplicates]).toEqual([400, 0])
})

test('an outbox that stops finishes what is under way and gives the rest back', async () => {
  const { sink, h } = await openStory(200, { slowMs: 20 })
  const engine = await h.newEngine()
  const outbox = openOutbox(h.services, engine, 'email')
  outbox.run(50)
  while (sink.total < 20) await sleep(1)
  await outbox.stop(5_000)
  const states = await h.states()
  expect(states['sent']).toBe(sink.total)
  expect(Object.keys(states).sort()).toEqual(['queued', 'sent'])
})
