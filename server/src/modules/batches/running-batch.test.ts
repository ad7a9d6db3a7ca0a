import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { openBuilders } from '../../../test/builders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink } from '../../../../e2e/peers/smtp-sink.ts'
import { endStep, mailStep, openEngineHarness } from '../../../test/engine-harness.ts'
import { isWorthRetrying } from '../../platform/db/database-trouble.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { listUndoEntries } from '../undo-entries/undo-entry-queries.ts'
import { closeBatch, pauseBatch, resumeBatch } from './change-batch-status.ts'
import { undoEntry } from '../undo/undo-entry.ts'

const connections = 10
const cases = 400
// Looked at often, as fifty entries wait for it four times each.
const soon = { interval: 3, timeout: 60_000 }
const opened: { close(): Promise<void> }[] = []
const waitForEver = { kind: 'wait', key: 'end', next: 'last', settings: { minutes: 99_999 } } as const

let sink: Awaited<ReturnType<typeof openSmtpSink>>
let h: Awaited<ReturnType<typeof openEngineHarness>>
let batch: Awaited<ReturnType<typeof h.buildBatch>>
let caller: Caller
beforeAll(async () => {
  sink = await openSmtpSink({ faults: { slowMs: 3 }, keepText: false })
  h = await openEngineHarness({ env: { SMTP_URL: sink.url, MAIL_CONNECTIONS: String(connections) } })
  opened.push(sink, h)
  batch = await h.buildBatch(await h.buildScript({ steps: [mailStep, waitForEver, { ...endStep, key: 'last' }] }), cases)
  const rights = [Right.pauseBatches, Right.closeBatches]
  // Taking back asks for the rights that a colleague holds at that moment, so this one is in a group.
  const { userId } = await openBuilders(h).staff({ rights, customers: [batch.customerId] })
  caller = { userId, username: 'lead', rights, stage: 'full', sessionId: 1, customerIds: [batch.customerId] }
})
afterAll(async () => {
  for (const thing of opened.reverse()) await thing.close()
})

test('R5: a running batch is paused and closed fifty times; nothing leaves meanwhile, and each mail leaves once', async () => {
  const working = work()
  for (let entry = 0; entry < 50; entry++) {
    h.clock.set(new Date(h.clock.now().getTime() + 1_000))
    if (entry % 5 === 0) await activateTemplate(entry)
    const isClosing = entry % 2 === 1
    await (isClosing
      ? closeBatch(h.services, caller, batch.batchId, { resultCode: 'BSL', endPaymentLinks: false })
      : pauseBatch(h.services, caller, batch.batchId, null))
    const answered = sink.total
    // What had begun to leave may arrive; then it is still, however often the engine looks.
    await expect.poll(underWay, soon).toBe(0)
    const still = sink.total
    expect(still - answered).toBeLessThanOrEqual(2 * connections)
    await working.twoMoreTurns()
    expect(sink.total).toBe(still)
    if (isClosing) await takeBack()
    else await resumeBatch(h.services, caller, batch.batchId, false)
    await working.twoMoreTurns()
  }
  await expect.poll(() => sink.total, soon).toBe(cases)
  await working.stop()
  expect(sink.duplicates).toBe(0)
  expect(await h.states()).toEqual({ sent: cases })
  expect(await h.counterFaults()).toEqual([])
}, 180_000)

/** The engine works all the time, a few cases a turn. */
function work() {
  let turns = 0
  let isStopped = false
  const ended = (async () => {
    while (!isStopped) {
      await h.turn().catch(mayPass)
      await h.sendDue().catch(mayPass)
      turns++
    }
  })()
  return {
    async twoMoreTurns() {
      const until = turns + 2
      await expect.poll(() => turns >= until, soon).toBe(true)
    },
    async stop() {
      isStopped = true
      await ended
    },
  }
}

function mayPass(error: unknown) {
  if (!isWorthRetrying(error)) throw error
}

async function underWay(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from outbox where state = 'started'`.execute(h.db)
  return rows[0]?.n ?? 0
}

async function takeBack() {
  const [last] = await listUndoEntries(h.db, caller, h.clock.now())
  await undoEntry(h.services, caller, last?.token ?? '')
}

async function activateTemplate(no: number) {
  const texts = { nl: { subject: `Versie ${no}`, text: 'Beste {{naam}}', html: '<p>Beste {{naam}}</p>' } }
  await sql`
    with revision as (
      insert into template_revisions (customer_id, template_id, no, texts)
      select customer_id, id, ${no}::int + 2, ${JSON.stringify(texts)}::jsonb
      from templates
      where customer_id = ${batch.customerId} and key = 'mail'
      returning id, template_id)
    update templates t
    set live_revision_id = revision.id
    from revision
    where t.customer_id = ${batch.customerId} and t.id = revision.template_id`.execute(h.db)
}
