import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { endStep, mailStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import { runJobs } from '../../../../test/run-jobs.ts'
import { defaultFields } from '../../fields/default-fields.ts'
import { statusValue } from '../../fields/status-fields.ts'
import { recordDeliveryOf } from '../record-delivery.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** A case with a mail that waits to be sent, of a template with these options. */
async function openStory(options: object) {
  const h = await openEngineHarness({ start: '2026-06-03T09:00:00Z' })
  opened.push(h)
  const script = await h.buildScript({ steps: [mailStep, endStep] })
  await sql`update template_revisions set options = ${JSON.stringify(options)}::jsonb`.execute(h.db)
  const batch = await h.buildBatch(script, 1)
  await h.turn()
  const caseId = batch.caseIds[0] ?? 0
  const { id } = await h.db.selectFrom('communications').select('id').where('case_id', '=', caseId).executeTakeFirstOrThrow()
  const report = (state: 'delivered' | 'read' | 'failed', at: string) =>
    h.db
      .transaction()
      .execute((tx) =>
        recordDeliveryOf(tx, { customerId: script.customerId, id }, 'test', { eventKey: `${state} ${at}`, state, at: new Date(at) }),
      )
  const fields = async () => {
    await runJobs(h.services)
    return (await h.caseOf(caseId)).fields as Record<string, string>
  }
  return { h, caseId, report, fields }
}

test('a field of the case keeps when the message left, was delivered and was read, by the wall clock, each once', async () => {
  const { h, caseId, report, fields } = await openStory({ logStatusAt: 'vrij1' })
  expect(await fields()).toEqual({})
  await h.sendDue()
  expect(await fields()).toEqual({ vrij1: '03-06-2026 11:00' })
  await report('delivered', '2026-06-03T09:04:00Z')
  expect(await fields()).toEqual({ vrij1: '03-06-2026 11:04' })
  await report('read', '2026-06-03T22:30:00Z')
  expect(await fields()).toEqual({ vrij1: '04-06-2026 00:30' })
  const { version } = await h.caseOf(caseId)
  // What comes late or twice changes nothing.
  await report('read', '2026-06-05T10:00:00Z')
  await report('delivered', '2026-06-05T10:00:00Z')
  expect(await fields()).toEqual({ vrij1: '04-06-2026 00:30' })
  expect((await h.caseOf(caseId)).version).toBe(version)
  expect(await h.events(caseId)).not.toContain('fieldsChanged')
})

test('who is at work on the case meanwhile saves as before: what a provider reports is no change of theirs', async () => {
  const { h, caseId, report, fields } = await openStory({ logStatusAt: 'vrij1' })
  const { version } = await h.caseOf(caseId)
  await h.sendDue()
  await report('delivered', '2026-06-03T09:04:00Z')
  expect(await fields()).toEqual({ vrij1: '03-06-2026 11:04' })
  expect((await h.caseOf(caseId)).version).toBe(version)
})

test('a closed case still gets it, and other fields stay', async () => {
  const { h, caseId, report, fields } = await openStory({ logStatusAt: 'vrij2' })
  await h.sendDue()
  await h.db
    .updateTable('cases')
    .set({ status: 'closed', fields: JSON.stringify({ vrij1: 'blijft' }) })
    .where('id', '=', caseId)
    .execute()
  await report('delivered', '2026-06-03T09:04:00Z')
  expect(await fields()).toEqual({ vrij1: 'blijft', vrij2: '03-06-2026 11:04' })
})

test('what the product itself reads is never written over, and a field that is gone keeps nothing', async () => {
  for (const logStatusAt of ['achternaam', 'factuurnummer', 'bestaat-niet']) {
    const { h, fields } = await openStory({ logStatusAt })
    await h.sendDue()
    expect(await fields()).toEqual({})
  }
})

test('a date field keeps the day; a text too short for a day and a time keeps nothing', () => {
  const field = (change: object) => ({ ...defaultFields[0], key: 'gelezen', editable: true, required: false, ...change }) as never
  const at = new Date('2026-06-03T22:30:00Z')
  expect(statusValue(field({ type: 'date', maxLength: 10 }), at)).toBe('2026-06-04')
  expect(statusValue(field({ type: 'text', maxLength: 16 }), at)).toBe('04-06-2026 00:30')
  expect(statusValue(field({ type: 'text', maxLength: 15 }), at)).toBeNull()
  expect(statusValue(field({ type: 'text', maxLength: 50, pii: true }), at)).toBeNull()
})

test('a mail whose template names no field costs no statement more', async () => {
  const count = async (options: object) => {
    const { h, report } = await openStory(options)
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    await h.sendDue()
    await report('delivered', '2026-06-03T09:04:00Z')
    const asked = statements.mock.calls.filter(([first]) => /pgboss|communication_contents/.test(JSON.stringify(first)))
    statements.mockRestore()
    return { jobs: asked.filter(([first]) => JSON.stringify(first).includes('pgboss')).length }
  }
  expect((await count({})).jobs).toBe(0)
  expect((await count({ logStatusAt: 'vrij1' })).jobs).toBeGreaterThan(0)
})
